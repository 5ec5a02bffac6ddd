import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { Field } from '../travellers/countries.ts'
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
  /** Whether the stay has an address, to which a code can be mailed. */
  isMailed: boolean
  /** People that the form is filled in with. */
  travellers: Traveller[]
  /** Problems by field, such as `travellers.0.birth_date`, and why the form was refused. */
  problems: Record<string, string>
  message?: string | undefined
  notice?: Notice | undefined
}

const TYPES: Partial<Record<Field, string>> = { birth_date: 'date', phone: 'tel', email: 'email' }
const COUNTRIES: Field[] = ['nationality', 'document_country', 'country']

type Asked = AskedRegister['asked'][number]

/** Values that a field has, each with its name; undefined: any text. */
function choicesOf({ countries, locale }: ShownList, field: Field): [value: string, name: string][] | undefined {
  const { travellers: text } = texts(locale).stayPage
  if (COUNTRIES.includes(field)) return countries.map(({ id, name }) => [id, name])
  const choices = field === 'sex' || field === 'document_type' || field === 'kinship' ? text[field] : undefined
  return choices && Object.entries(choices)
}

function control(shown: ShownList, asked: Asked, place: number): string {
  const { travellers: text } = texts(shown.locale).stayPage
  const { field, from_age, under_age } = asked
  const name = `travellers.${place}.${field}`
  const value = shown.travellers[place]?.[field] ?? ''
  const problem = shown.problems[name]
  const hints = [
    ...(from_age === null ? [] : [text.fromAge({ age: from_age })]),
    ...(under_age === null ? [] : [text.underAge({ age: under_age })]),
  ]
  const label = text.fields[field] + (hints.length > 0 ? ` (${hints.join(', ')})` : '')
  const wrong = problem === undefined ? '' : `<em class="wrong">${escapeHtml(problem)}</em>`
  const attributes = `name="${name}"${problem === undefined ? '' : ' aria-invalid="true"'}`
  const choices = choicesOf(shown, field)
  const input = choices
    ? `<select ${attributes}>${[['', ''] as const, ...choices]
        .map(
          ([id, shownAs]) => `<option value="${id}"${id === value ? ' selected' : ''}>${escapeHtml(shownAs)}</option>`,
        )
        .join('')}</select>`
    : `<input ${attributes} type="${TYPES[field] ?? 'text'}" value="${escapeHtml(value)}">`
  return `<label>${escapeHtml(label)}${wrong}${input}</label>`
}

/** The form of the travellers of a stay, for as many as it has people. Nothing in it runs. Pure. */
export function travellersHtml(shown: ShownList): string {
  const { asked, locale, path, isMailed, problems, message, notice } = shown
  const { stayPage, words } = texts(locale)
  const { travellers: text } = stayPage
  const people = Array.from({ length: asked.people }, (_, place) => {
    const fields = asked.asked.filter(({ first_only }) => !first_only || place === 0)
    const write = (are_foreign: boolean) =>
      fields
        .filter(({ foreigners_only }) => foreigners_only === are_foreign)
        .map((one) => control(shown, one, place))
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
  const write = asked.asked.length === 0 ? note(text.nothing) : note(text.explained) + kept
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
    asked.asked.length === 0 ? '' : form(`${path}/guests`, text.save, people.join('')),
  ].join('')
  return htmlPage({ locale, title: text.title, body, styles: STYLES })
}
