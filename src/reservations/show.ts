import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { queries } from '../db/queries.ts'
import { invoiceUrl } from '../invoices/invoices.ts'
import { fromCents } from '../lib/money.ts'
import { payLink } from '../payments/pay-link.ts'
import { isDue } from '../payments/states.ts'
import { pricedStay } from '../pricing/priced-stay.ts'
import { showPrice } from '../pricing/show.ts'
import { showSupplement } from '../settlement/supplements.ts'
import { TAKES_PLACE } from '../stays/states.ts'
import { reservationDetails } from './schemas.ts'

interface Viewer {
  isGuest: boolean
  isStaff: boolean
}

type Details = z.infer<typeof reservationDetails>
type Row = NonNullable<Awaited<ReturnType<typeof queries.reservations.find>>>

interface PartiesRow {
  payment_status: string | null
  open_cents: number | null
}

/** What a list and a single reservation show alike, with the money that is open. */
export function showParties<Stay extends PartiesRow>({ open_cents, payment_status, ...stay }: Stay) {
  const { shape } = reservationDetails
  return {
    ...stay,
    payment_status: shape.payment_status.parse(payment_status),
    amount_open: open_cents === null ? null : fromCents(open_cents),
  }
}

const timeline = reservationDetails.shape.timeline

/**
 * One reservation with its money (docs/design/payments.md). Only its guest gets the links to pay; only the staff see why
 * something was refunded, and the guest is not told of a dispute.
 */
export async function showReservation(app: FastifyInstance, row: Row, { isGuest, isStaff }: Viewer): Promise<Details> {
  const { quote, checkout_url, balance_due_on, balance_cents, ...reservation } = row
  const reservation_id = row.id
  const [payments, supplements, refunds, invoices] = await Promise.all([
    queries.payments.listOfReservation(app.db, { reservation_id }),
    queries.settlement.listSupplements(app.db, { reservation_id }),
    queries.payments.listRefunds(app.db, { reservation_id }),
    queries.invoices.list(app.db, { reservation_id }),
  ])
  // A stay that was accepted without its deposit has no balance here.
  const awaitsBalance =
    row.status === 'pending' ||
    (TAKES_PLACE.has(row.status) && payments.some(({ kind, status }) => kind === 'booking' && !isDue(status)))
  const isOver = !TAKES_PLACE.has(row.status) && row.status !== 'pending'
  return {
    ...showParties(reservation),
    price: showPrice(pricedStay.parse(quote)),
    payment_url: row.status === 'pending' && isGuest ? checkout_url : null,
    payments: [
      ...payments.map(({ key, is_charged, amount_cents, refunded_cents, ...payment }) => ({
        ...payment,
        amount: fromCents(amount_cents),
        refunded: fromCents(refunded_cents),
        dispute_status: isGuest ? null : payment.dispute_status,
        payment_url: isGuest && isDue(payment.status) && !is_charged && !isOver ? payLink(app, key) : null,
      })),
      ...(balance_due_on !== null && awaitsBalance && !payments.some(({ kind }) => kind === 'balance')
        ? [scheduledBalance(balance_due_on, balance_cents, row.currency)]
        : []),
    ],
    supplements: supplements.map(showSupplement),
    refunds: refunds
      .filter(({ source }) => !isGuest || source !== 'dispute')
      .map(({ amount_cents, ...refund }) => ({
        ...refund,
        amount: fromCents(amount_cents),
        reason: isStaff ? refund.reason : null,
      })),
    invoices: invoices.map(({ key, total_cents, ...invoice }) => ({
      ...invoice,
      total: fromCents(total_cents),
      url: invoiceUrl(app, key),
    })),
    timeline: timeline.parse(row.timeline),
  }
}

const scheduledBalance = (due_on: string, cents: number, currency: string): Details['payments'][number] => ({
  id: null,
  kind: 'balance',
  amount: fromCents(cents),
  currency,
  status: 'scheduled',
  refunded: 0,
  due_on,
  dispute_status: null,
  payment_url: null,
  created_at: null,
})
