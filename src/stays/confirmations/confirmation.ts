import type { ReservationStatus } from '../../platform/db/enums.ts'
import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { isSigned, sign } from '../../platform/lib/signature.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { StaysContext } from '../context.ts'
import { TAKES_PLACE } from '../stays/states.ts'

const PURPOSE = 'confirmations of reservations'

/** Address that confirms a reservation to its holder, when it needs no checkout. */
export const confirmationLink = (context: StaysContext, reservationId: number): string =>
  context.addressOf('showConfirmation', {
    key: `${reservationId}.${sign(context.config, PURPOSE, `${reservationId}`)}`,
  })

/** The reservation of a key that this service has made; undefined for any other text. Pure. */
export function reservationOfKey(config: Secrets, key: string): number | undefined {
  const [id = '', signature = ''] = key.split('.')
  return /^[1-9]\d{0,9}$/.test(id) && isSigned(config, PURPOSE, id, signature) ? Number(id) : undefined
}

interface Confirmed {
  id: number
  title: string
  check_in: string
  check_out: string
  status: ReservationStatus
  open_cents: number
  currency: string
}

/** The page of a reservation: which stay it is, and what is to be paid. Pure. */
export function confirmationPage(stay: Confirmed, locale: Locale): string {
  const { pages, words } = texts(locale)
  const { title: titleOf, states, open } = pages.confirmation
  const isOver = !TAKES_PLACE.has(stay.status) && stay.status !== 'pending' && stay.status !== 'inquiry'
  const state = stay.status === 'inquiry' ? states.inquiry : isOver ? states.over : undefined
  const money = formatMoney(stay.open_cents, stay.currency, locale)
  const message = state ?? (stay.open_cents > 0 ? open({ money }) : states.nothingDue)
  const title = titleOf({ id: stay.id })
  const which = words.stay({ home: stay.title, check_in: stay.check_in, check_out: stay.check_out })
  const back = `<p><a href="/">${escapeHtml(pages.back)}</a></p>`
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(which)}</p><p>${escapeHtml(message)}</p>${back}`
  return htmlPage({ locale, title, body })
}
