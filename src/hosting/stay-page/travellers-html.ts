import type { Brand } from '../../platform/http/brand.ts'
import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { type Field, STATELESS } from '../travellers/countries.ts'
import type { Traveller } from '../travellers/rules.ts'
import type { AskedRegister } from '../travellers/schemas.ts'
import { card, codeField, form, link, note, STYLES } from './html.ts'
import type { Notice } from './schemas.ts'

/** Material of the form of travellers. */
export interface ShownList {
  asked: AskedRegister
  countries: { id: string; name: string }[]
  locale: Locale
  /** Path of the page of the stay. */
  path: string
  /** True if the stay has an address, to which a code can be mailed. */
  isMailed: boolean
  /** People that the form is filled in with. */
  travellers: Traveller[]
  /** Problems by field, such as `travellers.0.birth_date`, and why the form was refused. */
  problems: Record<string, string>
  message?: string | undefined
  notice?: Notice | undefined
  brand: Brand | undefined
}

const TYPES: Partial<Record<Field, string>> = { birth_date: 'date', phone: 'tel', email: 'email' }
const COUNTRIES: Field[] = [
  ...([
    'birth_country',
    'nationality',
    'second_nationality',
    'third_nationality',
    'document_country',
    'country',
  ] as const),
]

type Asked = AskedRegister['asked'][number]

/** Values that a field has, each with its name; undefined: any text. */
function choicesOf(
  { countries, locale }: ShownList,
  { field, values }: Asked,
): [value: string, name: string][] | undefined {
  const { travellers: text } = texts(locale).stayPage
  if (COUNTRIES.includes(field)) {
    const stateless: [string, string][] = field === 'nationality' ? [[STATELESS, text.stateless]] : []
    return [...countries.map(({ id, name }): [string, string] => [id, name]), ...stateless]
  }
  const isChoice = field === 'relation' || field === 'sex' || field === 'document_type' || field === 'kinship'
  const choices = isChoice ? Object.entries<string>(text[field]) : undefined
  return values === null ? choices : choices?.filter(([value]) => values.includes(value))
}

/** The words after the name of a field about those of whom it is asked, or none. */
function hintsOf(asked: Asked, locale: Locale): string[] {
  const { travellers: text } = texts(locale).stayPage
  const { from_age, under_age, document_types, except_relations, where_here, alternative } = asked
  const namesOf = (names: string[]) => names.join(' / ')
  return [
    ...(from_age === null ? [] : [text.fromAge({ age: from_age })]),
    ...(under_age === null ? [] : [text.underAge({ age: under_age })]),
    ...(document_types
      ? [text.withDocument({ names: namesOf(document_types.map((one) => text.document_type[one])) })]
      : []),
    ...(except_relations.length > 0
      ? [text.notAs({ names: namesOf(except_relations.map((one) => text.relation[one])) })]
      : []),
    ...(where_here === null ? [] : [text.onlyHere({ name: text.fields[where_here] })]),
    ...(alternative === null ? [] : [text.orElse({ name: text.fields[alternative] })]),
  ]
}

/** One field of a person, with all the entries that can ask them for it. */
function control(shown: ShownList, entries: [Asked, ...Asked[]], place: number): string {
  const { travellers: text } = texts(shown.locale).stayPage
  const [asked] = entries
  const { field, max_length } = asked
  const name = `travellers.${place}.${field}`
  const value = shown.travellers[place]?.[field] ?? ''
  const problem = shown.problems[name]
  const required = entries.find(({ optional }) => !optional)
  const hints = required ? hintsOf(required, shown.locale) : [text.optional]
  const label = text.fields[field] + (hints.length > 0 ? ` (${hints.join(', ')})` : '')
  const wrong = problem === undefined ? '' : `<em class="wrong">${escapeHtml(problem)}</em>`
  const attributes = `name="${name}"${problem === undefined ? '' : ' aria-invalid="true"'}`
  const length = max_length === null ? '' : ` maxlength="${max_length}"`
  const choices = choicesOf(shown, asked)
  const input = choices
    ? `<select ${attributes}>${[['', ''] as const, ...choices]
        .map(
          ([id, shownAs]) => `<option value="${id}"${id === value ? ' selected' : ''}>${escapeHtml(shownAs)}</option>`,
        )
        .join('')}</select>`
    : `<input ${attributes} type="${TYPES[field] ?? 'text'}"${length} value="${escapeHtml(value)}">`
  return `<label>${escapeHtml(label)}${wrong}${input}</label>`
}

/** The form of the travellers of a stay, for as many as it has people. Nothing in it runs. Pure. */
export function travellersHtml(shown: ShownList): string {
  const { asked, locale, path, isMailed, problems, message, notice, brand } = shown
  const { stayPage, words } = texts(locale)
  const { travellers: text } = stayPage
  const people = Array.from({ length: asked.people }, (_, place) => {
    const entries = asked.asked.filter(
      ({ first_only, accompanying_only }) => !(place === 0 ? accompanying_only : first_only),
    )
    const fields = Map.groupBy(entries, ({ field }) => field)
    const write = (are_foreign: boolean) =>
      [...fields.values()]
        .map(([first, ...others]) =>
          first?.foreigners_only === are_foreign ? control(shown, [first, ...others], place) : '',
        )
        .join('')
    const foreign = write(true)
    const controls = write(false) + (foreign && note(text.foreigners) + foreign)
    return `<fieldset><legend>${escapeHtml(text.person({ place: place + 1 }))}</legend>${controls}</fieldset>`
  })
  const general = Object.entries(problems).flatMap(([field, problem]) => (/\.\d+\./.test(field) ? [] : [problem]))
  const refusals = message === undefined || general.length > 0 ? general : [message]
  const said = [
    ...refusals.map((refusal) => `<section class="warn" role="alert">${note(refusal)}</section>`),
    ...(notice === undefined ? [] : [`<section class="say" role="status">${note(stayPage.notices[notice])}</section>`]),
  ]
  const kept = asked.kept_until === null ? '' : note(text.kept({ day: words.day(asked.kept_until) }))
  const write = asked.known ? note(text.explained) + kept : note(text.notKnown)
  const read =
    asked.written_at === null || !isMailed
      ? ''
      : card(
          text.written,
          note(text.readExplained) +
            form(`${path}/codes?for=travellers`, stayPage.cancel.ask, '', 'quiet') +
            form(`${path}/guests/read`, text.read, codeField(stayPage.cancel.code), 'quiet'),
        )
  const body = [
    `<header><h1>${escapeHtml(text.title)}</h1>${link(text.back, path)}</header>`,
    ...said,
    card(text.why, write),
    read,
    asked.known ? form(`${path}/guests`, text.save, people.join('')) : '',
  ].join('')
  return htmlPage({ locale, title: text.title, body, styles: STYLES, brand })
}
