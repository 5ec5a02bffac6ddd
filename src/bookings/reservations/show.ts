import { z } from 'zod'
import { pricedStay } from '../../homes/rates/priced-stay.ts'
import { showPrice, showTerms } from '../../homes/rates/show-price.ts'
import { invoiceUrl } from '../../money/invoices/invoices.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import { isDue } from '../../money/payments/states.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { showPerson } from '../../platform/http/person.ts'
import { hasScope, homesOf } from '../../platform/http/scopes.ts'
import { addDays } from '../../platform/lib/days.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { findCard } from '../agreements/cards.ts'
import { findAccepted } from '../agreements/contracts.ts'
import type { BookingsContext } from '../context.ts'
import { receiptsOf, termsOf } from '../refunds/amounts.ts'
import { showSupplement } from '../settlement/supplements.ts'
import { accessCodeState } from '../states/access-codes.ts'
import { findForParty } from '../states/parties.ts'
import { TAKES_PLACE } from '../states/states.ts'
import { actionsOf } from './actions.ts'
import { findSelling } from './at-channel.ts'
import { showRequest, storedChange } from './change-schemas.ts'
import { reservationDetails } from './schemas.ts'

/** Days after its last one on which a stay can be reviewed. */
const REVIEWABLE_DAYS = 30

type Details = z.infer<typeof reservationDetails>
type Row = NonNullable<Awaited<ReturnType<typeof queries.reservations.find>>>

/** A viewer of a stay. */
export interface Viewer {
  /** The owner of its home, a member of their team, a key, or the staff. */
  isHost: boolean
  /** True if they see how its guest is reached. */
  seesGuest: boolean
}

/** A viewer of stays in their homes. Nobody sees more of a stay of their own than its guest. Pure. */
export const hostOf = (identity: Identity, { guest_id }: { guest_id: number | null }): Viewer => {
  const isHost = guest_id !== identity.personId
  return { isHost, seesGuest: isHost && hasScope(identity, 'guests.read') }
}

export const AS_GUEST: Viewer = { isHost: false, seesGuest: false }

type PartiesRow = Pick<
  Row,
  | 'property_id'
  | 'title'
  | 'city'
  | 'cover'
  | 'check_in_time'
  | 'check_out_time'
  | 'timezone'
  | 'guest_id'
  | 'guest_first_name'
  | 'guest_avatar'
  | 'owner_id'
  | 'owner_first_name'
  | 'owner_avatar'
  | 'payment_status'
  | 'open_cents'
  | 'contact'
  | 'labels'
  | 'commission_cents'
  | 'collected_by'
  | 'has_virtual_card'
  | 'cancellation_fee_cents'
  | 'virtual_card_from'
>

/** Common fields of a list and a single reservation, with the open amounts. The response schema removes internal columns. */
export function showParties<Stay extends PartiesRow>(context: BookingsContext, stay: Stay, viewer: Viewer) {
  const { shape } = reservationDetails
  const { guest_id, open_cents, payment_status, cover, commission_cents, cancellation_fee_cents } = stay
  const { guest_first_name, guest_avatar, owner_id, owner_first_name, owner_avatar } = stay
  return {
    ...stay,
    guest:
      guest_id === null
        ? null
        : showPerson(context, { id: guest_id, first_name: guest_first_name ?? '', avatar: guest_avatar }),
    owner: showPerson(context, { id: owner_id, first_name: owner_first_name, avatar: owner_avatar }),
    property: {
      id: stay.property_id,
      title: stay.title,
      city: stay.city,
      cover: cover && context.fileUrl(cover),
      check_in_time: stay.check_in_time.slice(0, 5),
      check_out_time: stay.check_out_time.slice(0, 5),
      timezone: stay.timezone,
    },
    payment_status: shape.payment_status.parse(payment_status),
    amount_open: open_cents === null ? null : fromCents(open_cents),
    contact: viewer.seesGuest ? shape.contact.parse(stay.contact) : null,
    labels: viewer.isHost ? stay.labels : [],
    commission: viewer.isHost && commission_cents !== null ? fromCents(commission_cents) : null,
    cancellation_fee: cancellation_fee_cents === null ? null : fromCents(cancellation_fee_cents),
    collected_by: shape.collected_by.parse(stay.collected_by),
    virtual_card: viewer.isHost && stay.has_virtual_card ? { charge_from: stay.virtual_card_from } : null,
  }
}

/** The price of a stay, with the terms for what was paid of it; those of a hold without money are for the whole price. Pure. */
function priceWith({ quote, status }: Pick<Row, 'quote' | 'status'>, payments: PaymentRow[]) {
  const priced = pricedStay.parse(quote)
  const price = showPrice(priced)
  const receipts = receiptsOf(payments)
  if (!TAKES_PLACE.has(status) && receipts.length === 0) return price
  return { ...price, cancellation: showTerms(termsOf({ quote, total_cents: priced.total_cents }, receipts)) }
}

type PaymentRow = Awaited<ReturnType<typeof queries.payments.listOfReservation>>[number]

const timeline = z.array(
  reservationDetails.shape.timeline.element.extend({
    change: storedChange.nullable(),
  }),
)

/** One reservation, as `GET /reservations/{id}` answers it. @throws AppError 404, also for strangers. */
export async function findReservation(context: BookingsContext, identity: Identity, reservation_id: number) {
  const { userId: user_id } = identity
  const asked = { reservation_id, user_id, is_staff: isStaff(identity), homes: homesOf(identity) }
  const row = await queries.reservations.find(context.db, asked)
  if (row) return showReservation(context, row, identity)
  await findForParty(context.db, identity, reservation_id, 'any')
  throw new AppError('notFound')
}

/** Derives the relation of a person to a stay, and what they may do with it. Pure. */
function viewOf(row: Row, identity: Identity) {
  const isGuest = row.guest_id === identity.userId
  const isOfStaff = isStaff(identity)
  // Nobody decides on a stay of their own.
  const isOwner = row.owner_id === identity.userId && row.guest_id !== identity.personId
  const viewer = isOwner || isOfStaff ? hostOf(identity, row) : AS_GUEST
  const writesPayments = hasScope(identity, 'payments.write')
  return {
    isGuest,
    isOfStaff,
    viewer,
    isOwner: isOwner && hasScope(identity, 'reservations.write'),
    isStaff: isOfStaff && row.guest_id !== identity.personId,
    readsMessages: hasScope(identity, 'messages.read'),
    // The company hands the links of a guest without an account on.
    mayPay: isGuest || (viewer.isHost && row.guest_id === null),
    mayRefund: isOfStaff || (writesPayments && identity.grant?.kind !== 'secret'),
    mayBill: isGuest || isOfStaff || (isOwner && writesPayments),
  }
}

/** The payments of a stay as a person sees them, with the balance that is to come. */
function paymentsFor(
  context: BookingsContext,
  row: Row,
  { isGuest, mayPay }: ReturnType<typeof viewOf>,
  payments: PaymentRow[],
  disputes: Awaited<ReturnType<typeof queries.payments.listDisputes>>,
): Details['payments'] {
  const takesPlace = TAKES_PLACE.has(row.status)
  const shown = payments.map(
    ({ key, is_charged, balance_key, confirmation_key, amount_cents, refunded_cents, ...payment }) => ({
      ...payment,
      amount: fromCents(amount_cents),
      refunded: fromCents(refunded_cents),
      dispute_status: isGuest ? null : payment.dispute_status,
      disputes: disputes
        .filter(({ payment_id }) => !isGuest && payment_id === payment.id)
        .map(({ payment_id: _, amount_cents, ...dispute }) => ({ ...dispute, amount: fromCents(amount_cents) })),
      payment_url: mayPay && isDue(payment.status) && !is_charged && !isOver(row) ? payLink(context, key) : null,
      confirmation_url: confirmation_key === null ? null : invoiceUrl(context, confirmation_key),
    }),
  )
  // A stay that was accepted without its deposit has no balance here.
  const deposits = payments.filter(({ kind }) => kind === 'booking')
  const isDeposited = deposits.length > 0 && !deposits.some(({ status }) => isDue(status))
  const { balance_due_on, balance_cents } = row
  if (row.status !== 'pending' && !(takesPlace && isDeposited)) return shown
  if (payments.some(({ kind }) => kind === 'balance') || balance_cents === null || balance_due_on === null) return shown
  const balance_key = payments.find((payment) => payment.balance_key !== null)?.balance_key
  const early_url = mayPay && takesPlace && balance_key ? payLink(context, balance_key) : null
  return [...shown, scheduledBalance(balance_due_on, balance_cents, row.currency, early_url)]
}

const isOver = ({ status }: Pick<Row, 'status'>): boolean => !TAKES_PLACE.has(status) && status !== 'pending'

/**
 * One reservation with its money (docs/design/payments.md). Only its guest gets the links to pay; only staff see the reason
 * of a refund, and the guest does not see a dispute.
 */
async function showReservation(context: BookingsContext, row: Row, identity: Identity): Promise<Details> {
  const view = viewOf(row, identity)
  const { isGuest, viewer } = view
  const { quote, checkout_url, balance_due_on, balance_cents, access_code_state, ...reservation } = row
  const reservation_id = row.id
  const selling = await findSelling(context, context.db, row)
  const { today } = row
  const [paid, disputes, supplements, refunds, invoices, contract, card, review, arrival, [asked]] = await Promise.all([
    queries.payments.listOfReservation(context.db, { reservation_id }),
    queries.payments.listDisputes(context.db, { reservation_id }),
    queries.settlement.listSupplements(context.db, { reservation_id }),
    queries.payments.listRefunds(context.db, { reservation_id }),
    queries.invoices.list(context.db, { reservation_id }),
    findAccepted(context.db, reservation_id),
    findCard(context.db, reservation_id),
    context.reviewOf(context.db, reservation_id, identity),
    isGuest ? context.arrivalOf(context.db, reservation_id) : null,
    queries.states.listChangeRequests(context.db, {
      reservation_id,
      today,
      request_id: undefined,
      limit: 1,
      offset: 0,
    }),
  ])
  const payments = paymentsFor(context, row, view, paid, disputes)
  const reviewable_until = row.status === 'completed' && !review ? addDays(row.check_out, REVIEWABLE_DAYS) : null
  const isReviewable = reviewable_until !== null && row.today <= reviewable_until
  const payment_url = row.status === 'pending' && isGuest ? checkout_url : null
  return {
    ...showParties(context, reservation, viewer),
    contact_email: viewer.seesGuest ? row.contact_email : null,
    contact_phone: viewer.seesGuest ? row.contact_phone : null,
    note: viewer.isHost ? row.note : null,
    message: view.readsMessages ? row.message : null,
    access_code: viewer.isHost ? accessCodeState.parse({ state: access_code_state }) : null,
    price: priceWith(row, paid),
    payment_url,
    actions: actionsOf({
      ...row,
      ...view,
      selling,
      isOverdue: row.hold_expires_at !== null && Date.parse(row.hold_expires_at) <= Date.now(),
      isPayable: payment_url !== null || payments.some((payment) => payment.payment_url !== null),
      isRefundable: view.mayRefund && paid.some(isRefundable),
      isReviewable,
      holdsNights: row.holds_nights,
      isBillable: view.mayBill && TAKES_PLACE.has(row.status) && supplements.some(({ status }) => status !== 'paid'),
    }),
    // A new request takes the place of an open one: only the newest can be open.
    change_request: asked?.status === 'open' ? showRequest(asked, view.readsMessages) : null,
    arrival,
    review,
    reviewable_until: isReviewable ? reviewable_until : null,
    payments,
    contract,
    card,
    balance: isOver(row) ? null : openBalance(payments),
    supplements: supplements.map(showSupplement),
    refunds: refunds
      .filter(({ source }) => !isGuest || source !== 'dispute')
      .map(({ amount_cents, ...refund }) => ({
        ...refund,
        amount: fromCents(amount_cents),
        reason: view.isOfStaff ? refund.reason : null,
      })),
    invoices: invoices.map(({ key, total_cents, ...invoice }) => ({
      ...invoice,
      total: fromCents(total_cents),
      url: invoiceUrl(context, key),
    })),
    timeline: timeline.parse(row.timeline).map((step) => ({ ...step, by: viewer.isHost ? step.by : null })),
  }
}

const isRefundable = ({ status, method }: PaymentRow): boolean =>
  method === 'card' && (status === 'paid' || status === 'partially_refunded')

/** Balance due. Pure. */
function openBalance(payments: Details['payments']): Details['balance'] {
  const open = payments.find(({ kind, status }) => kind === 'balance' && (status === 'scheduled' || isDue(status)))
  if (!open || open.due_on === null) return null
  const { amount, due_on, payment_url } = open
  return { amount, due_on, payment_url }
}

const scheduledBalance = (
  due_on: string,
  cents: number,
  currency: string,
  payment_url: string | null,
): Details['payments'][number] => ({
  id: null,
  kind: 'balance',
  amount: fromCents(cents),
  currency,
  status: 'scheduled',
  refunded: 0,
  due_on,
  dispute_status: null,
  disputes: [],
  payment_url,
  confirmation_url: null,
  method: null,
  created_at: null,
})
