import { holdsNights } from '../../bookings/states/states.ts'
import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { texts } from '../../platform/locales/locales.ts'
import { note, type Shown, STYLES } from './html.ts'
import type { Notice } from './schemas.ts'
import { SECTIONS } from './sections.ts'

/** First words of the page: the outcome of a form, or why it was refused. */
export interface Said {
  notice?: Notice | undefined
  refusals?: string[]
}

/** The page of a stay, for phones first. Nothing in it runs. Pure. */
export function stayHtml(shown: Shown, { notice, refusals = [] }: Said = {}): string {
  const { page, locale } = shown
  const { stayPage, labels } = texts(locale)
  const { title, city } = page.property
  const state = page.status === 'inquiry' || holdsNights(page.status) ? undefined : stayPage.over
  const said = [
    ...refusals.map((text) => `<section class="warn" role="alert">${note(text)}</section>`),
    ...(notice === undefined ? [] : [`<section class="say" role="status">${note(stayPage.notices[notice])}</section>`]),
    ...(state === undefined ? [] : [`<section class="warn">${note(state)}</section>`]),
  ]
  const number = `${stayPage.number({ id: page.reservation_id })} · ${labels.reservation_status[page.status]}`
  const head = `<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(city)}</p><p>${escapeHtml(number)}</p></header>`
  const body = [head, ...said, ...SECTIONS.map((section) => section(shown))].join('')
  return htmlPage({ locale, title, body, styles: STYLES, brand: shown.brand })
}
