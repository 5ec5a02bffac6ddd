import { z } from 'zod'
import { shownPrice, stayOrder, stayRequest } from '../../homes/pricing/schemas.ts'
import { returnUrl } from '../../money/stripe/return-url.ts'
import {
  ACTOR,
  INVOICE_KIND,
  PAYMENT_KIND,
  PAYMENT_STATUS,
  REFUND_SOURCE,
  REFUND_STATUS,
  RESERVATION_SOURCE,
  RESERVATION_STATUS,
} from '../../platform/db/enums.ts'
import {
  amount,
  day,
  homeFilter,
  prose,
  shownDay,
  shownEmail,
  shownUrl,
  shownUuid,
  spacedLine,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { person } from '../../platform/http/person.ts'
import { comment } from '../reviews/schemas.ts'
import { supplement } from '../settlement/schemas.ts'
import { ACTIONS } from './actions.ts'

/**
 * The answer to a reservation. An inquiry has no `payment_url`, because nothing is to be paid yet. With nothing due it
 * is a page that says so.
 */
export const reservedSchema = z
  .object({ reservation_id: z.int(), payment_url: shownUrl.optional() })
  .meta({ id: 'Reserved' })

const STAY_FIELDS = ['property_id', 'check_in', 'check_out'] as const

/** A quoted stay by its `quote_id`, or the stay itself. */
export const reservationRequest = z
  .object({
    quote_id: uuid.optional(),
    ...stayRequest.shape,
    ...stayRequest.pick({ property_id: true, check_in: true, check_out: true }).partial().shape,
    inquiry: z.boolean().default(false),
    message: prose(2_000).optional(),
    return_url: returnUrl.optional(),
  })
  .superRefine((request, context) => {
    if (request.quote_id !== undefined) return
    for (const field of STAY_FIELDS) {
      if (request[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'required' })
    }
    stayOrder(request, context)
  })
  .transform(({ quote_id, inquiry, message, return_url, ...stay }) => ({
    inquiry,
    message,
    return_url,
    wanted: quote_id === undefined ? { stay: stayRequest.parse(stay) } : { quote_id },
  }))

/** The states of the money of a stay and of its payments, as answers have them. */
export const SHOWN_PAYMENT_STATUS = [...PAYMENT_STATUS, 'scheduled', 'deposit_paid', 'collected_by_channel'] as const

/** The home of a stay, as far as lists show it. */
const property = z
  .object({
    id: shownUuid,
    title: z.string(),
    city: z.string(),
    cover: shownUrl.nullable(),
    check_in_time: z.string(),
    check_out_time: z.string(),
    timezone: z.string(),
  })
  .meta({ id: 'StayProperty' })

const parties = {
  id: z.int(),
  property_id: shownUuid,
  property,
  guest_id: z.int().nullable().meta({ description: 'null: a guest of another platform, without an account' }),
  guest: person.nullable(),
  owner_id: z.int(),
  owner: person,
  check_in: shownDay,
  check_out: shownDay,
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  status: z.enum(RESERVATION_STATUS),
  payment_status: z.enum(SHOWN_PAYMENT_STATUS).meta({ id: 'ShownPaymentStatus' }).nullable().meta({
    description:
      'Of the payment at booking; `paid` when nothing of the price is open, `deposit_paid` while the balance of a deposit is; `collected_by_channel` for bookings of a channel; null: nothing was asked for here',
  }),
  amount_open: amount.nullable().meta({
    description: 'What is still asked for or scheduled of the price of the stay; null: a channel collects it',
  }),
  source: z.enum(RESERVATION_SOURCE),
  ota_name: z.string().nullable().meta({ description: 'The platform that sold the stay' }),
  ota_reservation_code: z.string().nullable(),
  guest_name: z.string().nullable().meta({ description: 'null: a guest of another platform, or an erased account' }),
  contact_name: z.string().nullable().meta({ description: 'The guest of another platform' }),
  overbooked: z.boolean().meta({ description: 'A channel has sold nights that were taken' }),
  created_at: timestamp,
}

export const reservationSummary = z
  .object({ ...parties, total: amount, currency: z.string() })
  .meta({ id: 'ReservationSummary' })

/** A payment of a stay; a balance that is not due yet has no id. */
const payment = z
  .object({
    id: z.int().nullable().meta({ description: 'null: a balance that is not due yet' }),
    kind: z.enum(PAYMENT_KIND),
    amount,
    currency: z.string(),
    status: z.enum([...PAYMENT_STATUS, 'scheduled']),
    refunded: amount.meta({ description: 'What was given back, or is about to be' }),
    due_on: shownDay.nullable().meta({ description: 'The day of a balance' }),
    dispute_status: z
      .string()
      .nullable()
      .meta({ description: 'For the owner and the staff, since the guest’s bank disputes it' }),
    payment_url: shownUrl.nullable().meta({ description: 'For the guest, while it can be paid' }),
    created_at: timestamp.nullable(),
  })
  .meta({ id: 'Payment' })

const balance = z
  .object({
    amount,
    due_on: shownDay,
    payment_url: shownUrl.nullable().meta({ description: 'For the guest, who may pay before that day' }),
  })
  .meta({ id: 'Balance' })

const refund = z
  .object({
    id: z.int(),
    payment_id: z.int(),
    amount,
    status: z.enum(REFUND_STATUS),
    source: z.enum(REFUND_SOURCE),
    reason: z.string().nullable().meta({ description: 'For the staff' }),
    created_at: timestamp,
    settled_at: timestamp.nullable(),
  })
  .meta({ id: 'Refund' })

const issuedInvoice = z
  .object({
    number: z.string(),
    kind: z.enum(INVOICE_KIND),
    payment_id: z.int(),
    total: amount,
    currency: z.string(),
    url: shownUrl,
    issued_at: timestamp,
  })
  .meta({ id: 'Invoice' })

export const reservationDetails = z
  .object({
    ...parties,
    contact_email: shownEmail.nullable(),
    contact_phone: z.string().nullable(),
    cancelled_by: z.enum(ACTOR).nullable(),
    message: z.string().nullable(),
    hold_expires_at: timestamp.nullable(),
    payment_url: shownUrl.nullable(),
    actions: z
      .array(z.enum(ACTIONS))
      .meta({ description: 'What the caller may do now; the list grows with later versions' }),
    review: comment.nullable().meta({ description: 'What the guest has written about the stay' }),
    reviewable_until: shownDay
      .nullable()
      .meta({ description: 'The last day on which its guest can review it; null: they cannot' }),
    price: shownPrice,
    payments: z.array(payment),
    balance: balance.nullable().meta({ description: 'What is to be paid of the balance; null: nothing' }),
    supplements: z.array(supplement),
    refunds: z.array(refund),
    invoices: z.array(issuedInvoice),
    timeline: z.array(
      z.object({
        from: z.enum(RESERVATION_STATUS).nullable(),
        to: z.enum(RESERVATION_STATUS),
        actor: z.enum(ACTOR),
        reason: z.string().nullable(),
        at: timestamp,
      }),
    ),
  })
  .meta({ id: 'Reservation' })

export const reservationList = pageQuery.extend({
  as: z.enum(['guest', 'owner', 'all']).optional().meta({
    description: 'By default `guest` with a token and `owner` with a key; `all`: of everybody, for the staff',
  }),
  status: z.enum(RESERVATION_STATUS).optional().describe('Only reservations in this status'),
  property_id: homeFilter,
  from: day.optional().meta({ description: 'Stays that end on this day or later' }),
  to: day.optional().meta({ description: 'Stays that begin on this day or earlier' }),
  q: spacedLine(100)
    .optional()
    .meta({ description: 'Part of the name of a home or a guest, or the number of a reservation' }),
})

export const ownerMoveResult = z
  .object({ reservation_id: z.int(), status: z.enum(RESERVATION_STATUS) })
  .meta({ id: 'ReservationMove' })

export const cancellationRequest = z.object({ reason: spacedLine(500).optional() })

export const cancellationResult = z.object({
  reservation_id: z.int(),
  status: z.enum(RESERVATION_STATUS),
  refund: amount,
  currency: z.string(),
})
