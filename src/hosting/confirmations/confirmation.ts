import { TAKES_PLACE } from '../../bookings/states/states.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import type { Brand } from '../../platform/http/brand.ts'
import { backLink, escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

interface Confirmed {
  id: number
  title: string
  check_in: string
  check_out: string
  status: ReservationStatus
  open_cents: number
  currency: string
  has_account: boolean
}

/** The page of a reservation: which stay it is, and what is to be paid. Pure. */
export function confirmationPage(stay: Confirmed, locale: Locale, brand: Brand | undefined): string {
  const { pages, words } = texts(locale)
  const { title: titleOf, states, open, inAccount } = pages.confirmation
  const isOver = !TAKES_PLACE.has(stay.status) && stay.status !== 'pending' && stay.status !== 'inquiry'
  const state = stay.status === 'inquiry' ? states.inquiry : isOver ? states.over : undefined
  const money = formatMoney(stay.open_cents, stay.currency, locale)
  const due = stay.open_cents > 0 ? open({ money }) : states.nothingDue
  const message = state ?? (stay.has_account ? `${due} ${inAccount}` : due)
  const title = titleOf({ id: stay.id })
  const which = words.stay({ home: stay.title, check_in: stay.check_in, check_out: stay.check_out })
  const back = backLink(locale, brand)
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(which)}</p><p>${escapeHtml(message)}</p>${stay.has_account ? back : ''}`
  return htmlPage({ locale, title, body, brand })
}
