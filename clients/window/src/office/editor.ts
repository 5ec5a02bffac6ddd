import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { act, isSure, navigate, redraw, type Screen, tell } from '../page.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { arrivalEditor } from './editor-arrival.ts'
import { type Draft, type HomeBody, homeForm, placeForm } from './editor-form.ts'
import { photoEditor } from './editor-photos.ts'

type Home = Schemas['Property']

/** Values of a home that does not exist yet. */
const NEW: Draft = {
  title: '',
  description: '',
  property_type: 'apartment',
  room_type: 'entire_home',
  address: null,
  max_guests: 2,
  bedrooms: 1,
  beds: 1,
  bathrooms: 1,
  amenities: [],
  base_price: 80,
  currency: 'EUR',
}

/** A new home: the least that it needs, as a draft; everything else comes afterwards. */
async function newHome(): Promise<Screen> {
  const countries = dataOf(await office().GET('/api/v1/get-countries'))
  const place = placeForm(countries)
  const create = (body: HomeBody) =>
    act(async () => {
      const { title, max_guests, base_price } = body
      const city_id = place.city()
      const made = dataOf(
        await office().POST('/api/v1/properties', {
          body: {
            ...body,
            title: title ?? '',
            max_guests: max_guests ?? 1,
            base_price: base_price ?? 0,
            city_id,
            status: 'draft',
          },
        }),
      )
      navigate(`/editor/${made.id}`)
    })
  const form = homeForm(NEW, create, place.view)
  return {
    title: o.homes.add,
    view: () => html`
      <a class="back" href="/my-homes">← ${o.homes.title}</a>
      <h1>${o.homes.add}</h1>
      <p class="muted">${o.editor.draftFirst}</p>
      ${form(o.editor.create)}
    `,
  }
}

/** One home of a company: its facts, prices and rules, its photos, how guests arrive, and whether it is published. */
export async function editor(id: string): Promise<Screen> {
  if (id === 'new') return newHome()
  const path = { id }
  const read = async () => dataOf(await office().GET('/api/v1/properties/{id}', { params: { path } }))
  const arrival = arrivalEditor(id)
  const contract = (await import('./contract.ts')).contractEditor(id)
  const [found] = await Promise.all([read(), arrival.read(), contract.read()])
  let home: Home = found

  const refresh = async () => {
    home = await read()
    redraw()
  }
  const save = (body: HomeBody) =>
    act(async () => {
      home = dataOf(await office().PUT('/api/v1/properties/{id}', { params: { path }, body }))
      tell(t.saved)
    })
  const archive = () =>
    act(async () => {
      if (!(await isSure(o.editor.archive(home.title)))) return
      bodyOf(await office().DELETE('/api/v1/properties/{id}', { params: { path } }))
      navigate('/my-homes')
    })
  const photos = photoEditor(id, () => home.photos, refresh)
  const form = homeForm(() => home, save, undefined, id)

  const publication = (): TemplateResult => {
    const isPublished = home.status === 'published'
    return html`<section class="card">
      <h2>${o.editor.publication}</h2>
      <p>${tag(label('property_status', home.status), isPublished ? '' : 'warn')} ${isPublished ? o.editor.isPublished : o.editor.isDraft}</p>
      <div class="actions">
        ${isPublished ? html`<a class="button second" href="/homes/${id}">${o.plan.calendar.page}</a>` : nothing}
        <button type="button" class=${isPublished ? 'second' : ''} @click=${() => save({ status: isPublished ? 'draft' : 'published' })}>${isPublished ? o.editor.unpublish : o.editor.publish}</button>
        <button type="button" class="danger" @click=${archive}>${o.editor.archiveGo}</button>
      </div>
    </section>`
  }

  return {
    title: home.title,
    view: () => html`
      <a class="back" href="/my-homes">← ${o.homes.title}</a>
      <div class="title">
        <div><h1>${home.title}</h1><p class="muted">${home.city}</p></div>
        <a class="button second" href="/calendar/${id}">${o.homes.calendar}</a>
      </div>
      <div class="split office">
        <div class="stack">${form(t.desk.save)}</div>
        <div class="stack">${can('properties.write') ? publication() : nothing} ${photos()}</div>
        <div class="stack">${arrival.view()}${contract.view()}</div>
      </div>
    `,
  }
}
