import { html, nothing, type TemplateResult } from 'lit-html'
import type { paths } from '../../../typescript/src/index.ts'
import { api, bodyOf, type Schemas } from '../client.ts'
import { drafted } from '../drafts.ts'
import { label, namesOf } from '../labels.ts'
import { o } from '../office-texts.ts'
import { follow, redraw } from '../page.ts'
import { WrongFields } from '../refusals.ts'
import { t } from '../texts.ts'
import { draftNote } from './draft-note.ts'

export type HomeBody = paths['/api/v1/properties/{id}']['put']['requestBody']['content']['application/json']
export type Draft = Partial<Schemas['Property']> & Pick<Schemas['Property'], 'title' | 'currency' | 'amenities'>

/** Numbers of a home, with their least and greatest value. */
const NUMBERS = [
  { group: 'size', name: 'max_guests', min: 1, max: 50, isMoney: false },
  { group: 'size', name: 'included_guests', min: 1, max: 50, isMoney: false },
  { group: 'size', name: 'bedrooms', min: 0, max: 50, isMoney: false },
  { group: 'size', name: 'beds', min: 0, max: 100, isMoney: false },
  { group: 'size', name: 'bathrooms', min: 0, max: 50, isMoney: false },
  { group: 'prices', name: 'base_price', min: 0, max: 999_999, isMoney: true },
  { group: 'prices', name: 'weekend_price', min: 0, max: 999_999, isMoney: true },
  { group: 'prices', name: 'cleaning_fee', min: 0, max: 999_999, isMoney: true },
  { group: 'prices', name: 'extra_guest_fee', min: 0, max: 999_999, isMoney: true },
  { group: 'prices', name: 'security_deposit', min: 0, max: 999_999, isMoney: true },
  { group: 'prices', name: 'deposit_percent', min: 1, max: 100, isMoney: false },
  { group: 'prices', name: 'balance_due_days', min: 0, max: 365, isMoney: false },
  { group: 'rules', name: 'min_stay', min: 1, max: 365, isMoney: false },
  { group: 'rules', name: 'max_stay', min: 1, max: 1_096, isMoney: false },
  { group: 'rules', name: 'lead_time_days', min: 0, max: 365, isMoney: false },
  { group: 'rules', name: 'booking_window_days', min: 1, max: 1_460, isMoney: false },
  { group: 'rules', name: 'owner_days', min: 0, max: 366, isMoney: false },
] as const

type NumberField = (typeof NUMBERS)[number]
type Group = NumberField['group']

/** Values of the form of a home, as the API takes them; empty fields that may be empty are null. Pure. */
export function homeOf(form: FormData, known: Draft): HomeBody {
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const numbers: Partial<Record<NumberField['name'], number | null>> = {}
  for (const { name } of NUMBERS) {
    const value = text(name)
    if (value !== '') numbers[name] = Number(value)
    else if (name === 'weekend_price' || name === 'owner_days') numbers[name] = null
  }
  const one = <Value extends string>(name: string, values: readonly Value[], otherwise: Value | undefined) =>
    values.find((value) => value === text(name)) ?? otherwise
  const { property_type, room_type, cancellation_policy } = known
  const kinds = namesOf('property_type').map(([value]) => value as Schemas['PropertyType'])
  const rooms = namesOf('room_type').map(([value]) => value as Schemas['RoomType'])
  const amenities = namesOf('amenity').map(([value]) => value as Schemas['Amenity'])
  const kind = one('property_type', kinds, property_type)
  const room = one('room_type', rooms, room_type)
  const policy = one('cancellation_policy', ['flexible', 'moderate', 'strict'] as const, cancellation_policy)
  const chosen = new Set(form.getAll('amenities').map(String))
  const { weekend_price, owner_days, base_price, ...others } = numbers
  return {
    title: text('title'),
    description: text('description'),
    address: text('address') || null,
    registration_number: text('registration_number') || null,
    ...(kind && { property_type: kind }),
    ...(room && { room_type: room }),
    ...(policy && { cancellation_policy: policy }),
    ...(text('check_in_time') && { check_in_time: text('check_in_time') }),
    ...(text('check_out_time') && { check_out_time: text('check_out_time') }),
    instant_book: form.get('instant_book') === 'true',
    amenities: amenities.filter((amenity) => chosen.has(amenity)),
    ...others,
    ...(typeof base_price === 'number' && { base_price }),
    ...(weekend_price !== undefined && { weekend_price }),
    ...(owner_days !== undefined && { owner_days }),
  }
}

const select = (name: string, title: string, values: [string, string][], chosen: string | undefined): TemplateResult =>
  html`<label>${title}<select name=${name}>${values.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}</select></label>`

/** The form of a home. @param known its values, or how to read them @param place fields of a home that has no city yet @param id its name among drafts */
export function homeForm(
  known: Draft | (() => Draft),
  save: (body: HomeBody) => unknown,
  place?: () => TemplateResult,
  id = 'new',
): (button: string) => TemplateResult {
  const current = (): Draft => (typeof known === 'function' ? known() : known)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    return save(homeOf(new FormData(event.currentTarget as HTMLFormElement), current()))
  }
  const number = ({ name, min, max, isMoney }: NumberField): TemplateResult => {
    const value = current()[name]
    const isNeeded = name === 'base_price' || name === 'max_guests'
    return html`<label>${o.editor.fields[name]}${isMoney ? ` (${current().currency})` : ''}
      <input name=${name} type="number" min=${min} max=${max} step=${isMoney ? '0.01' : '1'} .value=${value === null || value === undefined ? '' : String(value)} ?required=${isNeeded} />
    </label>`
  }
  const fold = (group: Group, more: TemplateResult | typeof nothing = nothing): TemplateResult => html`<fieldset>
    <legend><h2>${o.editor.groups[group]}</h2></legend>
    <div class="fields">${NUMBERS.filter((one) => one.group === group).map(number)} ${more}</div>
  </fieldset>`
  return (button) => {
    const home = current()
    const [key, version] = [`home-${id}`, home.updated_at ?? '']
    const policies: [string, string][] = namesOf('cancellation_policy')
    return html`<form class="card editor" @submit=${submit} ${drafted(key, version)}>
      ${draftNote(key, version)}
      <label>${o.editor.fields.title}<input name="title" required maxlength="255" .value=${home.title} /></label>
      ${place?.() ?? nothing}
      <label>${o.editor.fields.address}<input name="address" maxlength="255" .value=${home.address ?? ''} autocomplete="off" /></label>
      <div class="pair">
        ${select('property_type', o.editor.fields.property_type, namesOf('property_type'), home.property_type)}
        ${select('room_type', o.editor.fields.room_type, namesOf('room_type'), home.room_type)}
      </div>
      <label>${o.editor.fields.description}<textarea name="description" rows="6" maxlength="10000" .value=${home.description ?? ''}></textarea></label>
      ${fold('size')}
      ${fold('prices')}
      ${fold(
        'rules',
        html`
          ${select('cancellation_policy', o.editor.fields.cancellation_policy, policies, home.cancellation_policy)}
          ${select(
            'instant_book',
            o.editor.fields.instant_book,
            [
              ['true', o.editor.instantly],
              ['false', o.editor.onRequest],
            ],
            String(home.instant_book ?? true),
          )}
          <label>${o.editor.fields.check_in_time}<input name="check_in_time" type="time" .value=${home.check_in_time ?? ''} /></label>
          <label>${o.editor.fields.check_out_time}<input name="check_out_time" type="time" .value=${home.check_out_time ?? ''} /></label>
          <label>${o.editor.fields.registration_number}<input name="registration_number" maxlength="100" .value=${home.registration_number ?? ''} /></label>
        `,
      )}
      <fieldset>
        <legend><h2>${t.search.amenities}</h2></legend>
        <div class="fields">
          ${namesOf('amenity').map(
            ([value]) =>
              html`<label class="check"><input type="checkbox" name="amenities" value=${value} ?checked=${home.amenities.some((one) => one === value)} />${label('amenity', value)}</label>`,
          )}
        </div>
      </fieldset>
      <button class="full">${button}</button>
    </form>`
  }
}

/** Letters after which cities are looked for. */
const ENOUGH = 2

/** The country and the city of a new home; cities are looked for while somebody types. */
export function placeForm(countries: Schemas['Country'][]) {
  let country = 'FR'
  let cities: Schemas['City'][] = []
  let typed = ''
  const named = ({ name, id }: Schemas['City']) =>
    cities.filter((one) => one.name === name).length > 1 ? `${name} (${id})` : name
  const chosen = (): string | undefined => cities.find((one) => named(one) === typed)?.id
  /** @throws WrongFields where no city of the list is chosen */
  const city = (): string => {
    const id = chosen()
    if (id === undefined) throw new WrongFields({ city: [o.editor.chooseCity] })
    return id
  }
  const look = (event: Event) => {
    typed = (event.target as HTMLInputElement).value
    if (typed.length < ENOUGH || chosen() !== undefined) return
    const q = typed
    void follow(async () => {
      const params = { path: { country_id: country }, query: { q, per_page: 20 } }
      const { data } = bodyOf(await api.GET('/api/v1/get-cities/{country_id}', { params }))
      // Answers overtake each other.
      if (q === typed) cities = data
    })
  }
  const move = (event: Event) => {
    country = (event.target as HTMLSelectElement).value
    cities = []
    redraw()
  }
  return {
    city,
    view: (): TemplateResult => html`<div class="pair">
      <label>${o.editor.fields.country}
        <select @change=${move}>${countries.map(({ id, name }) => html`<option value=${id} ?selected=${id === country}>${name}</option>`)}</select>
      </label>
      <label>${o.editor.fields.city}
        <input name="city" list="cities" required autocomplete="off" @input=${look} />
        <datalist id="cities">${cities.map((one) => html`<option value=${named(one)}></option>`)}</datalist>
      </label>
    </div>`,
  }
}
