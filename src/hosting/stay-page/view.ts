import { findCard } from '../../bookings/agreements/cards.ts'
import { contractAsked, findAccepted } from '../../bookings/agreements/contracts.ts'
import { partsByTerms, receiptsOf, refundCents, termsOf } from '../../bookings/refunds/amounts.ts'
import type { Action } from '../../bookings/reservations/actions.ts'
import { showRequest } from '../../bookings/reservations/change-schemas.ts'
import { GOES_ON, isOver, sourcesOf, TAKES_PLACE } from '../../bookings/states/states.ts'
import {
  LINK_SCOPES,
  type LinkScope,
  numberOfKey,
  type OpenedLink,
  openKey,
  tagOf,
  travelLink,
} from '../../bookings/states/stay-link.ts'
import { showTerms } from '../../homes/rates/show-price.ts'
import { invoiceUrl } from '../../money/invoices/invoices.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import { isDue, isOfPrice } from '../../money/payments/states.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { scopeMissing } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { readArrival } from '../arrival/arrival.ts'
import type { HostingContext } from '../context.ts'
import { findAsked } from '../travellers/travellers.ts'
import { readMessages } from './messages.ts'
import type { StayPage } from './schemas.ts'

export type StayRow = NonNullable<Awaited<ReturnType<typeof queries.stayPage.find>>>

/** A stay that a key has opened, and how much of it. */
export interface Opened {
  stay: StayRow
  link: OpenedLink
}

/** True if a link has a scope. Pure. */
export const linkHas = ({ link }: Pick<Opened, 'link'>, scope: LinkScope): boolean => link.scopes.includes(scope)

/** True if a link was mailed to the present address of the guest, and to nobody else. */
export const isMailedTo = ({ config }: HostingContext, { stay, link }: Opened): boolean =>
  stay.guest_id === null &&
  stay.email !== null &&
  link.mailed_tag !== undefined &&
  link.mailed_tag === tagOf(config, stay, stay.email)

/** The stay of a link of its guest that has some scopes. @throws AppError 403. */
export function ofGuest(opened: Opened, ...scopes: LinkScope[]): StayRow {
  if (opened.link.view !== 'full') throw new AppError('forbidden')
  const missing = scopes.find((scope) => !linkHas(opened, scope))
  if (missing) throw scopeMissing(missing)
  return opened.stay
}

/** Opens a link of a stay. @throws AppError 404 a key that is none or was renewed, 410 more than 14 days after departure. */
export async function openLink({ config, db }: HostingContext, key: string): Promise<Opened> {
  const reservation_id = numberOfKey(key)
  const stay = reservation_id && (await queries.stayPage.find(db, { reservation_id }))
  const link = stay && openKey(config, stay, key)
  if (!stay || !link) throw new AppError('notFound')
  if (stay.is_gone) throw new AppError('stayLinkOver')
  return { stay, link }
}

/** The actions of its guest on the page of a stay. Pure. */
export const actionsOnPage = (stay: StayRow): Action[] => [
  ...(mayCancel(stay) ? (['cancel'] as const) : []),
  ...(mayChange(stay) ? (['request_change'] as const) : []),
]

const mayCancel = (stay: StayRow): boolean =>
  sourcesOf('cancelled').includes(stay.status) && !isOver(stay) && stay.source !== 'channel'

/** True if its guest may ask for another stay: it goes on, and no channel has sold it. Pure. */
export const mayChange = (stay: StayRow): boolean =>
  GOES_ON.includes(stay.status) && !isOver(stay) && stay.source !== 'channel'

type Payment = Awaited<ReturnType<typeof queries.payments.listOfReservation>>[number]
type StayMoney = Pick<StayRow, 'open_cents' | 'total_cents' | 'received_cents'>
type Money = NonNullable<StayPage['money']>

/** Payments that the guest can make now: those that are due, and a balance before its day. Pure. */
function payableOf(context: HostingContext, stay: StayRow, payments: Payment[]): Money['payments'] {
  const due = payments.filter(({ status }) => isDue(status))
  const shown = due
    .filter(({ is_charged }) => !is_charged)
    .map(({ kind, amount_cents, due_on, key }) => ({
      ...{ kind, amount: fromCents(amount_cents), due_on, payment_url: payLink(context, key) },
    }))
  const ofPrice = due.filter(({ kind }) => isOfPrice(kind))
  const rest_cents = stay.open_cents - ofPrice.reduce((total, { amount_cents }) => total + amount_cents, 0)
  const balance_key = payments.find((payment) => payment.balance_key !== null)?.balance_key
  if (!balance_key || rest_cents <= 0 || payments.some(({ kind }) => kind === 'balance')) return shown
  const { balance_due_on: due_on } = stay
  const rest = { kind: 'balance' as const, amount: fromCents(rest_cents), due_on }
  return [...shown, { ...rest, payment_url: payLink(context, balance_key) }]
}

/** Open part of the price, in cents: also what is asked for later, or by the host at the house. A refund opens nothing. Pure. */
const openCents = ({ open_cents, total_cents, received_cents }: StayMoney): number =>
  Math.max(open_cents, total_cents - received_cents)

type Documents = NonNullable<StayPage['documents']>

/** Documents of a stay, and confirmations of payments whose seller may not issue any. */
async function readDocuments(context: HostingContext, reservation_id: number, payments: Payment[]): Promise<Documents> {
  const issued = await queries.invoices.list(context.db, { reservation_id })
  const confirmed = payments.flatMap(({ confirmation_key: key, amount_cents, currency }) =>
    key === null
      ? []
      : [{ key, number: null, kind: 'confirmation' as const, issued_on: null, total_cents: amount_cents, currency }],
  )
  return [...issued, ...confirmed].map(({ key, number, kind, issued_on, total_cents, currency }) => ({
    ...{ number, kind, issued_on, currency },
    amount: fromCents(total_cents),
    url: invoiceUrl(context, key),
  }))
}

function moneyOf(context: HostingContext, stay: StayRow, payments: Payment[]): Money | null {
  if (!TAKES_PLACE.has(stay.status) && stay.status !== 'pending') return null
  const isPaidHere = stay.is_paid_here && !stay.is_silent
  const payable = payableOf(context, stay, isPaidHere ? payments : payments.filter(({ kind }) => !isOfPrice(kind)))
  const extra_cents = payments
    .filter(({ status, kind }) => isDue(status) && !isOfPrice(kind))
    .reduce((total, { amount_cents }) => total + amount_cents, 0)
  const to_pay = isPaidHere || extra_cents > 0 ? fromCents((isPaidHere ? openCents(stay) : 0) + extra_cents) : null
  return {
    currency: stay.currency,
    total: fromCents(stay.total_cents),
    paid: isPaidHere ? fromCents(stay.paid_cents) : null,
    open: isPaidHere ? fromCents(openCents(stay)) : null,
    payments: payable,
    to_pay,
  }
}

function cancellationOf(stay: StayRow, payments: Payment[]): StayPage['cancellation'] {
  if (!mayCancel(stay)) return null
  const receipts = receiptsOf(payments)
  return {
    refund_today: fromCents(refundCents(partsByTerms(stay, receipts))),
    terms: showTerms(termsOf(stay, receipts)),
  }
}

async function readRequest(db: Queryable, opened: Opened): Promise<StayPage['change_request']> {
  const { id, today } = opened.stay
  const asked = { reservation_id: id, today, request_id: undefined, limit: 1, offset: 0 }
  const [latest] = await queries.states.listChangeRequests(db, asked)
  return latest ? showRequest(latest, linkHas(opened, 'messages.read')) : null
}

/** The contract that a guest has accepted, or has to accept before they pay. */
async function readContract(db: Queryable, { id, status }: StayRow, locale: Locale): Promise<StayPage['contract']> {
  const accepted = await findAccepted(db, id)
  if (accepted) return accepted
  const asked = status === 'pending' || TAKES_PLACE.has(status) ? await contractAsked(db, id, locale) : undefined
  return asked ? { ...asked, accepted_at: null } : null
}

async function readAsked(context: HostingContext, { id }: StayRow, key: string): Promise<StayPage['travellers']> {
  const found = await findAsked(context.db, id)
  if (!found?.known) return null
  const { people, kept_until, written_at } = found
  return { people, kept_until, written_at, url: context.addressOf('showTravellersForm', { key }) }
}

async function readOpenArrival(context: HostingContext, opened: Opened, locale: Locale) {
  const { stay, link } = opened
  if (!linkHas(opened, 'reservations.write')) return null
  const seesCode = linkHas(opened, 'access_codes.write') && (link.view === 'full' || stay.shares_code)
  const arrival = await readArrival(context, stay.id, { isGuest: true, seesCode, locale })
  return arrival === undefined || arrival.state === 'over' ? null : arrival
}

/** The page of a stay, for a person who reads a language. */
export async function readPage(
  context: HostingContext,
  opened: Opened,
  key: string,
  locale: Locale,
): Promise<StayPage> {
  const { stay, link } = opened
  const { view } = link
  const { adults, children, infants, check_in, check_out } = stay
  const may = (scope: LinkScope) => view === 'full' && linkHas(opened, scope)
  const payments =
    view === 'full' ? await queries.payments.listOfReservation(context.db, { reservation_id: stay.id }) : []
  const [documents, contract, card, arrival, messages, travellers, change_request] = await Promise.all([
    may('payments.read') ? readDocuments(context, stay.id, payments) : null,
    view === 'full' ? readContract(context.db, stay, locale) : null,
    may('payments.read') ? findCard(context.db, stay.id) : null,
    readOpenArrival(context, opened, locale),
    may('messages.read') ? readMessages(context, stay, key) : null,
    may('register.write') ? readAsked(context, stay, key) : null,
    view === 'full' ? readRequest(context.db, opened) : null,
  ])
  const scopes = LINK_SCOPES.filter((scope) => link.scopes.includes(scope))
  return {
    ...{ reservation_id: stay.id, view, status: stay.status, property: showHome(stay) },
    ...{ check_in, check_out, adults, children, infants, scopes },
    guest_name: linkHas(opened, 'guests.read') ? stay.guest_name : null,
    ...{ documents, contract, card, arrival, messages, travellers, change_request },
    money: may('payments.read') ? moneyOf(context, stay, payments) : null,
    cancellation: may('reservations.write') ? cancellationOf(stay, payments) : null,
    may_change: may('reservations.write') && mayChange(stay),
    sharing: may('access_codes.write') ? { url: travelLink(context, stay, link), shares_code: stay.shares_code } : null,
    calendar_url: context.addressOf('exportStayCalendar', { key }),
  }
}

/** The address of the home, for guests of stays that take place. Pure. */
export const addressOf = ({ status, address }: Pick<StayRow, 'status' | 'address'>): string | null =>
  TAKES_PLACE.has(status) ? address : null

function showHome(stay: StayRow): StayPage['property'] {
  const { title, city, timezone } = stay
  return {
    ...{ title, city, timezone },
    address: addressOf(stay),
    check_in_time: stay.check_in_time.slice(0, 5),
    check_out_time: stay.check_out_time.slice(0, 5),
  }
}
