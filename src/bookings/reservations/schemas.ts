import { z } from 'zod'
import { email, personName, phone } from '../../accounts/auth/schemas.ts'
import { guests as guestCounts, shownPrice, stayOrder, stayRequest } from '../../homes/rates/price-schemas.ts'
import { issuedOn } from '../../money/invoices/document.ts'
import { shownMethod } from '../../money/payments/methods.ts'
import { returnUrl } from '../../money/stripe/return-url.ts'
import {
  ACTOR,
  CHANGE_REQUEST_STATUS,
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
  integerId,
  money,
  prose,
  shownDay,
  shownEmail,
  shownUrl,
  shownUuid,
  spacedLine,
  textId,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { person } from '../../platform/http/person.ts'
import {
  at,
  CAMILLE,
  CHANGE_REQUEST,
  CHECKOUT,
  FREE,
  HOME,
  HOME_TITLE,
  INQUIRY,
  INVOICE_KEY,
  inDays,
  MARTIN,
  PAYMENT,
  PICTURE,
  STAY,
} from '../../reference/examples/demo.ts'
import { acceptedContract, keptCard } from '../agreements/schemas.ts'
import { supplement } from '../settlement/schemas.ts'
import { accessCodeState } from '../states/access-codes.ts'
import { arrivalOfStay } from '../states/arrival-state.ts'
import { ACTIONS } from './actions.ts'
import { comment } from './review.ts'

/**
 * The answer to a reservation. An inquiry has no `payment_url`, because nothing is to be paid yet. With nothing due it
 * is a page that says so.
 */
export const reservedSchema = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    payment_url: shownUrl.optional().meta({ example: `https://checkout.stripe.com/c/pay/${CHECKOUT}` }),
    hold_expires_at: timestamp
      .nullable()
      .meta({ description: 'Until when it waits for the payment, or an inquiry for the answer; null: confirmed' }),
  })
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
    id: shownUuid.meta({ example: HOME }),
    title: z.string().meta({ example: HOME_TITLE }),
    city: z.string().meta({ example: 'Marseille' }),
    cover: shownUrl.nullable().meta({ example: PICTURE }),
    check_in_time: z.string().meta({ example: '16:00' }),
    check_out_time: z.string().meta({ example: '11:00' }),
    timezone: z.string().meta({ example: 'Europe/Paris' }),
  })
  .meta({ id: 'StayProperty' })

/** The guest of a stay, as the company reaches them. */
export const contact = z
  .object({
    name: z.string().meta({ example: 'Camille Moreau' }),
    first_name: z.string().nullable().meta({ example: 'Camille' }),
    last_name: z.string().nullable().meta({ example: 'Moreau' }),
    email: shownEmail.nullable().meta({ example: 'camille@demo.sejour' }),
    phone: z.string().nullable().meta({ example: '+33 6 12 34 56 78' }),
    language: z.string().nullable().meta({ description: 'A language tag, as in `fr`', example: 'fr' }),
    country: z.string().nullable().meta({ example: 'FR' }),
  })
  .meta({ id: 'GuestContact' })

const COLLECTORS = ['channel', 'property'] as const

const parties = {
  id: z.int().meta({ example: STAY }),
  property_id: shownUuid.meta({ example: HOME }),
  property,
  guest_id: z
    .int()
    .nullable()
    .meta({ description: 'null: a guest of another platform, without an account', example: CAMILLE }),
  guest: person.nullable().meta({ example: { id: CAMILLE, first_name: 'Camille', avatar: null } }),
  owner_id: z.int().meta({ example: MARTIN }),
  owner: person.meta({ example: { id: MARTIN, first_name: 'Martin', avatar: null } }),
  check_in: shownDay.meta({ example: FREE.check_in }),
  check_out: shownDay.meta({ example: FREE.check_out }),
  adults: z.int().meta({ example: 2 }),
  children: z.int().meta({ example: 0 }),
  infants: z.int().meta({ example: 0 }),
  status: z.enum(RESERVATION_STATUS).meta({ example: 'confirmed' }),
  payment_status: z.enum(SHOWN_PAYMENT_STATUS).meta({ id: 'ShownPaymentStatus' }).nullable().meta({
    description:
      'Status of the payment at booking: `paid` if the price is paid in full, `deposit_paid` while a balance is due, `scheduled` for the booking of a channel that is paid at arrival, `collected_by_channel` for one whose price the channel collects, null if no payment was requested here',
    example: 'deposit_paid',
  }),
  amount_open: amount.nullable().meta({
    description: 'Part of the price that is still due or scheduled; null if a channel collects it',
    example: 287.62,
  }),
  source: z.enum(RESERVATION_SOURCE).meta({ example: 'direct' }),
  ota_name: z.string().nullable().meta({ description: 'The platform that sold the stay', example: null }),
  ota_reservation_code: z.string().nullable().meta({ example: null }),
  guest_name: z
    .string()
    .nullable()
    .meta({ description: 'Guest with or without an account; null: an erased one', example: 'Camille Moreau' }),
  contact_name: z
    .string()
    .nullable()
    .meta({ deprecated: true, description: '`guest_name` of a guest without an account', example: null }),
  overbooked: z.boolean().meta({ description: 'A channel has sold nights that were taken', example: false }),
  contact: contact.nullable().meta({
    description:
      'Contact details of the guest, for the owner, the staff, and grants with `guests.read`; null before a guest with an account is confirmed, and a year after the stay',
  }),
  labels: z
    .array(z.string())
    .meta({ description: 'Short marks of the company, which guests do not see', example: ['VIP'] }),
  expected_arrival: z
    .string()
    .nullable()
    .meta({ description: 'Arrival time announced by the guest, in the time zone of the home', example: '18:30' }),
  remarks: z
    .string()
    .nullable()
    .meta({ description: 'Wishes of the guest, here or at the channel', example: 'Lit bébé, s’il vous plaît' }),
  commission: amount
    .nullable()
    .meta({ description: 'Commission of the channel, for the company only; null if unknown', example: null }),
  cancellation_fee: amount.nullable().meta({
    description: 'Fee of a stay that its channel has cancelled; null if there is none, or the channel names none',
    example: null,
  }),
  collected_by: z
    .enum(COLLECTORS)
    .meta({ id: 'Collector' })
    .nullable()
    .meta({ description: 'Collector of the price of a channel booking; null if unknown', example: null }),
  collector_assumed: z.boolean().meta({
    description: 'The channel does not say who collects the price, and nobody has confirmed it',
    example: false,
  }),
  virtual_card: z
    .object({ charge_from: shownDay.nullable().meta({ description: 'null: the channel names no day', example: null }) })
    .meta({ id: 'VirtualCard' })
    .nullable()
    .meta({
      description:
        'The channel pays with a card of its own, which the company charges at its terminal from a day on; for the company only',
      example: null,
    }),
  continues: z
    .int()
    .nullable()
    .meta({ description: 'The stay at another home from which the guest has moved here', example: null }),
  continued_by: z
    .int()
    .nullable()
    .meta({ description: 'The stay to which the guest has moved from here', example: null }),
  created_at: timestamp,
}

export const reservationSummary = z
  .object({ ...parties, total: amount.meta({ example: 410.88 }), currency: z.string().meta({ example: 'EUR' }) })
  .meta({ id: 'ReservationSummary' })

/** A payment of a stay; a balance that is not due yet has no id. */
const payment = z
  .object({
    id: z.int().nullable().meta({ description: 'null: a balance that is not due yet', example: PAYMENT }),
    kind: z.enum(PAYMENT_KIND).meta({ example: 'booking' }),
    amount: amount.meta({ example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    status: z.enum([...PAYMENT_STATUS, 'scheduled']).meta({ example: 'partially_refunded' }),
    refunded: amount.meta({ description: 'Amount refunded or being refunded', example: 50 }),
    due_on: shownDay.nullable().meta({ description: 'The day after which it is overdue', example: null }),
    dispute_status: z
      .string()
      .nullable()
      .meta({ description: 'Status of the dispute by the guest’s bank; for the owner and the staff', example: null }),
    disputes: z
      .array(
        z
          .object({
            status: z.string().meta({ example: 'needs_response' }),
            reason: z.string().meta({ example: 'fraudulent' }),
            amount: amount.meta({ example: 123.26 }),
            currency: z.string().meta({ description: 'Can differ from that of the payment', example: 'EUR' }),
            opened_at: timestamp,
          })
          .meta({ id: 'Dispute' }),
      )
      .meta({ description: 'All its disputes, oldest first, in the payment provider’s words', example: [] }),
    payment_url: shownUrl.nullable().meta({ description: 'For the guest, while it can be paid', example: null }),
    confirmation_url: shownUrl.nullable().meta({
      description: 'The confirmation of a payment whose seller may not issue an invoice here; it is no invoice',
      example: null,
    }),
    method: shownMethod,
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
    id: z.int().meta({ example: 4 }),
    payment_id: z.int().meta({ example: PAYMENT }),
    amount: amount.meta({ example: 50 }),
    currency: z.string().meta({ example: 'EUR' }),
    status: z.enum(REFUND_STATUS).meta({ example: 'succeeded' }),
    source: z.enum(REFUND_SOURCE).meta({ example: 'api' }),
    method: shownMethod,
    reason: z.string().nullable().meta({ description: 'For the staff', example: 'Piscine fermée' }),
    created_at: timestamp,
    settled_at: timestamp.nullable().meta({ example: at(-10) }),
  })
  .meta({ id: 'Refund' })

const issuedInvoice = z
  .object({
    number: z.string().meta({ example: `${inDays(-10).slice(0, 4)}-000031` }),
    kind: z.enum(INVOICE_KIND).meta({ example: 'invoice' }),
    payment_id: z.int().meta({ example: PAYMENT }),
    total: amount.meta({ example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    url: shownUrl.meta({ example: `https://sejour.example/api/v1/invoices/${INVOICE_KEY}` }),
    issued_at: timestamp,
    issued_on: issuedOn,
  })
  .meta({ id: 'Invoice' })

/** A stay before or after a change. */
export const stayVersion = z
  .object({
    property_id: shownUuid.meta({ example: HOME }),
    check_in: shownDay.meta({ example: FREE.check_in }),
    check_out: shownDay.meta({ example: FREE.check_out }),
    adults: z.int().meta({ example: 2 }),
    children: z.int().meta({ example: 0 }),
    infants: z.int().meta({ example: 0 }),
    total: amount.meta({ example: 410.88 }),
  })
  .meta({ id: 'StayVersion' })

export const changeRequest = z
  .object({
    id: z.int().meta({ example: CHANGE_REQUEST }),
    reservation_id: z.int().meta({ example: STAY }),
    status: z.enum(CHANGE_REQUEST_STATUS).meta({
      description: '`expired`: the stay changed, ended or was cancelled, or the last day is over',
      example: 'open',
    }),
    before: stayVersion.meta({ description: 'The stay when the guest asked' }),
    after: stayVersion.meta({ description: 'The stay as asked for, at the price of that moment' }),
    currency: z.string().meta({ example: 'EUR' }),
    message: z.string().nullable().meta({
      description: 'Words of the guest; null without `messages.read`',
      example: 'Pouvons-nous rester une nuit de plus ?',
    }),
    reason: z.string().nullable().meta({ description: 'Why it was declined', example: null }),
    open_until: shownDay.meta({ description: 'The last day on which it can be accepted', example: inDays(122) }),
    by_company_link: z.boolean().meta({
      description: 'Came by a link of the stay that the company may have fetched: not proved to be from the guest',
      example: false,
    }),
    created_at: timestamp,
    closed_at: timestamp.nullable().meta({ example: null }),
  })
  .meta({ id: 'ChangeRequest' })

export const reservationDetails = z
  .object({
    ...parties,
    currency: z.string().meta({ example: 'EUR' }),
    payment_status: parties.payment_status.meta({ example: 'partially_refunded' }),
    contact_email: shownEmail.nullable().meta({ deprecated: true, description: '`email` of `contact`', example: null }),
    contact_phone: z.string().nullable().meta({ deprecated: true, description: '`phone` of `contact`', example: null }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'A note of the company, which the guest does not see', example: null }),
    access_code: accessCodeState.nullable().meta({ description: 'For the company; null for the guest', example: null }),
    cancelled_by: z.enum(ACTOR).nullable().meta({ example: null }),
    message: z.string().nullable().meta({
      description: 'Words of the guest with the booking; null without `messages.read`',
      example: 'Nous arriverons vers 18 heures.',
    }),
    hold_expires_at: timestamp.nullable().meta({ example: null }),
    payment_url: shownUrl.nullable().meta({ example: null }),
    actions: z
      .array(z.enum(ACTIONS))
      .meta({ description: 'Actions that the caller can take now; later versions add values', example: ['cancel'] }),
    change_request: changeRequest
      .nullable()
      .meta({ description: 'The open request of the guest to change the stay; null: none', example: null }),
    arrival: arrivalOfStay.nullable().meta({
      description: 'Whether the guest may read the arrival; null: there is none, and for the company',
      example: null,
    }),
    review: comment.nullable().meta({ description: 'Review by the guest', example: null }),
    reviewable_until: shownDay
      .nullable()
      .meta({ description: 'Last day for a review by the guest; null if it cannot be reviewed', example: null }),
    price: shownPrice,
    payments: z.array(payment),
    contract: acceptedContract
      .nullable()
      .meta({ description: 'The contract that its guest has accepted; null: none', example: null }),
    card: keptCard.nullable().meta({
      description: 'Consent of a guest without an account to keep the card of the stay; null: none',
      example: null,
    }),
    balance: balance.nullable().meta({
      description: 'Balance due; null: nothing',
      example: {
        amount: 287.62,
        due_on: inDays(90),
        payment_url: 'https://sejour.example/api/v1/pay/5b0a1f6e-8d0c-8f53-8a51-0a9d8a4e7c11',
      },
    }),
    supplements: z.array(supplement),
    refunds: z.array(refund),
    invoices: z.array(issuedInvoice),
    timeline: z
      .array(
        z.object({
          from: z.enum(RESERVATION_STATUS).nullable(),
          to: z.enum(RESERVATION_STATUS),
          actor: z.enum(ACTOR),
          reason: z.string().nullable(),
          change: z
            .object({ before: stayVersion, after: stayVersion })
            .meta({ id: 'StayChange' })
            .nullable()
            .meta({ description: 'A change by the company; null: a transition' }),
          by: z
            .object({ id: z.int(), first_name: z.string().nullable() })
            .nullable()
            .meta({ description: 'Person who did it, for the company; null: nobody signed in, or an erased account' }),
          by_company_link: z
            .boolean()
            .meta({ description: 'Came by a link of the stay that the company may have fetched' }),
          at: timestamp,
        }),
      )
      .meta({
        example: [
          {
            from: null,
            to: 'pending',
            actor: 'guest',
            reason: null,
            change: null,
            by: null,
            by_company_link: false,
            at: at(-10),
          },
          {
            from: 'pending',
            to: 'confirmed',
            actor: 'system',
            reason: 'paid',
            change: null,
            by: null,
            by_company_link: false,
            at: at(-10, '08:34'),
          },
        ],
      }),
  })
  .meta({ id: 'Reservation' })

/** A field that `null` empties. */
const emptied = <T extends z.ZodType>(field: T) => field.nullable().exactOptional()

/** Contact details of a guest without an account. */
const contactFields = {
  first_name: emptied(personName),
  last_name: emptied(personName),
  email: emptied(email),
  phone: emptied(phone),
  language: emptied(
    z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'invalidLanguage')
      .max(35),
  ),
  country: emptied(textId),
}

const contactChanges = z
  .object({ name: spacedLine(255).exactOptional(), ...contactFields })
  .meta({ id: 'GuestContactChanges', description: 'Of a stay whose guest has no account' })

const note = prose(5_000)
const labels = z
  .array(spacedLine(30))
  .max(5)
  .transform((given) => [...new Set(given)])
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidTime')

/** A total that a company sets. */
export const setPrice = z.strictObject({ amount: money }).meta({ id: 'SetPrice' })

/** A stay that a company books for somebody. */
export const handBooking = z
  .object({
    check_in: day.meta({ example: inDays(150) }),
    check_out: day.meta({ example: inDays(153) }),
    ...guestCounts,
    guest: z
      .object({ name: spacedLine(255), ...contactFields })
      .meta({ id: 'NewGuestContact', example: { name: 'Ada Lovelace', email: 'ada@example.org', language: 'en' } }),
    price: z
      .union([z.literal('quoted'), setPrice])
      .default('quoted')
      .meta({
        description:
          'Today’s price, or a total set by the company. Cleaning and tourist tax are computed; accommodation is the rest',
        example: 'quoted',
      }),
    pay: z.enum(['link', 'later']).meta({ id: 'PayByHand' }).default('link').meta({
      description: '`link`: held until it is paid; `later`: confirmed at once, with the amount still due',
    }),
    due_on: day.optional().meta({
      description:
        'With `pay: later`: the day by which the amount due at booking is paid, and after which it is overdue, at most a year after the departure; by default the day of arrival',
    }),
    hold_hours: z
      .int()
      .min(1)
      .max(336)
      .default(24)
      .meta({ description: 'How long `link` holds the nights, at most until the end of the day of arrival' }),
    hold_minutes: z.int().min(15).max(20_160).optional().meta({
      description:
        'The same in minutes, in place of `hold_hours`. A hold of less than 50 minutes ends then, whether somebody pays or not: its checkout closes five minutes before',
    }),
    quote_id: uuid.optional().meta({
      description: 'A quote for the same home, days and guests, whose price it keeps. The rules are those of today',
    }),
    return_url: returnUrl.optional(),
    accept_contract: integerId.optional().meta({
      description:
        'For keys: the version of the contract that the guest has accepted on the website (`GET /properties/{id}/contract`). Without it they accept it on the page of the payment',
      example: undefined,
    }),
    force_rules: z
      .boolean()
      .default(false)
      .meta({ description: 'Overrides the rules of the home, such as its minimum stay' }),
    replaces_closure: z.boolean().default(false).meta({ description: 'Opens days that the company has closed' }),
    note: note.optional(),
    labels: labels.default([]),
    expected_arrival: timeOfDay.optional(),
  })
  .superRefine(stayOrder)
  .superRefine(({ pay, due_on, hold_minutes }, context) => {
    if (hold_minutes !== undefined && pay !== 'link')
      context.addIssue({ code: 'custom', path: ['hold_minutes'], message: 'onlyHeld' })
    if (due_on !== undefined && pay !== 'later')
      context.addIssue({ code: 'custom', path: ['due_on'], message: 'onlyPaidLater' })
  })
  .superRefine(({ quote_id, price }, context) => {
    if (quote_id !== undefined && price !== 'quoted')
      context.addIssue({ code: 'custom', path: ['quote_id'], message: 'setPriceAndQuote' })
  })
  .meta({
    example: {
      check_in: inDays(150),
      check_out: inDays(153),
      adults: 2,
      guest: { name: 'Ada Lovelace', email: 'ada@example.org', language: 'en' },
      pay: 'link',
      hold_hours: 24,
    },
  })
export type HandBooking = z.output<typeof handBooking>

export const handBooked = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    status: z.enum(RESERVATION_STATUS).meta({ example: 'pending' }),
    payment_url: shownUrl.nullable().meta({
      description: 'Page where the guest pays the amount due now, without an account; null if nothing is due',
      example: 'https://sejour.example/api/v1/pay/5b0a1f6e-8d0c-8f53-8a51-0a9d8a4e7c11',
    }),
    hold_expires_at: timestamp.nullable(),
  })
  .meta({ id: 'HandBooked' })
export type HandBooked = z.output<typeof handBooked>

export const reservationChanges = z
  .object({
    contact: contactChanges.exactOptional(),
    note: emptied(note),
    labels: labels.exactOptional(),
    expected_arrival: emptied(timeOfDay),
    remarks: emptied(prose(2_000)),
    collected_by: z.enum(COLLECTORS).exactOptional(),
    seen: z
      .object({ note: z.string().nullable() })
      .exactOptional()
      .meta({ description: 'The note as it was read: another one returns 409, and nothing changes' }),
  })
  .meta({
    id: 'ReservationChanges',
    example: { note: 'Clé dans la boîte', labels: ['VIP'], expected_arrival: '18:30' },
  })
export type ReservationChanges = z.output<typeof reservationChanges>

/** A range of days of a filter, whose end does not precede its start. */
const rangeOrder =
  (start: string, end: string) =>
  (query: Record<string, unknown>, context: z.RefinementCtx): void => {
    const [first, last] = [query[start], query[end]]
    if (typeof first !== 'string' || typeof last !== 'string' || first <= last) return
    context.addIssue({ code: 'custom', path: [end], message: 'dateRange' })
  }

export const reservationList = pageQuery
  .extend({
    as: z.enum(['guest', 'owner', 'all']).optional().meta({
      description: 'By default `guest` with a token and `owner` with a key; `all`: of everybody, for the staff',
    }),
    status: z.enum(RESERVATION_STATUS).optional().describe('Only reservations in this status'),
    property_id: homeFilter,
    from: day.optional().meta({ description: 'Stays that end on this day or later' }),
    to: day.optional().meta({ description: 'Stays that begin on this day or earlier' }),
    arrives_from: day.optional().describe('Arrival on this day or later'),
    arrives_to: day.optional().describe('Arrival on this day or earlier'),
    departs_from: day.optional().describe('Departure on this day or later'),
    departs_to: day.optional().describe('Departure on this day or earlier'),
    open: z
      .enum(['unpaid', 'balance', 'overdue', 'disputed', 'refund_failed'])
      .optional()
      .meta({
        description: `\`unpaid\`: the amount due at booking is open. \`balance\`: the balance is open, due or scheduled. Together, all stays with an
        \`amount_open\`. \`overdue\`: a payment is late. \`disputed\`: the guest’s bank asks for a payment back. \`refund_failed\`: a refund did
        not arrive, and no later one has`,
      }),
    when: z.enum(['in_house', 'past', 'coming']).optional().meta({
      description:
        'Stays that take place, by today at their home: `in_house` from the day of arrival to that of departure, `past`, or `coming`, holds included',
    }),
    label: spacedLine(30).optional().meta({ description: 'Stays with this label, for the company' }),
    sort: z
      .enum(['arrival', 'departure', 'created', '-created'])
      .default('-created')
      .describe('Order: by day of arrival or departure, or by time of booking, `-created` the newest first'),
    q: spacedLine(100).optional().meta({
      description:
        'Part of the name of a home or a guest, a reservation number or a channel code; with `guests.read`, also part of the address or telephone number in `contact`. The newest thousand stays are found',
    }),
  })
  .superRefine(rangeOrder('arrives_from', 'arrives_to'))
  .superRefine(rangeOrder('departs_from', 'departs_to'))

export const released = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    free_from: shownDay.meta({ example: inDays(0) }),
    free_until: shownDay.meta({ description: 'Day of departure of the stay', example: inDays(3) }),
  })
  .meta({ id: 'ReleasedNights' })

export const ownerMoveResult = z
  .object({
    reservation_id: z.int().meta({ example: INQUIRY }),
    status: z.enum(RESERVATION_STATUS).meta({ example: 'confirmed' }),
  })
  .meta({ id: 'ReservationMove' })

/** For a stay of a channel that no connection changes. */
export const done_at_channel = z.boolean().optional().meta({
  description:
    'The company has done it at the platform too, for the booking of a channel that no connection changes: an imported one, or one of a home that is not mapped',
  example: true,
})

export const cancellationRequest = z.object({
  done_at_channel,
  reason: spacedLine(500).optional().meta({ example: 'Changement de programme' }),
  refund: z
    .union([z.enum(['all', 'by_terms']), z.strictObject({ amount: money })])
    .optional()
    .meta({
      description:
        'Decided by the company, and required of it: everything, the refund by the terms of the stay, or an amount',
    }),
})

/** Parts of a refund, by who makes them. */
export const refundParts = z
  .object({
    card: amount.meta({ description: 'Refunded by this service', example: 123.26 }),
    elsewhere: amount.meta({ description: 'For the company to refund itself', example: 0 }),
  })
  .meta({ id: 'RefundParts' })

export const cancellationResult = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    status: z.enum(RESERVATION_STATUS),
    refund: amount.meta({ example: 123.26 }),
    refund_parts: refundParts,
    currency: z.string().meta({ example: 'EUR' }),
  })
  .meta({ id: 'CancellationResult' })

/** A stay that is named by the nights of an event. */
export const stayOfEvent = z
  .object({
    check_in: day.meta({ example: FREE.check_in }),
    check_out: day.meta({ example: FREE.check_out }),
    ...guestCounts,
    guest: z
      .object({ name: spacedLine(255), email: email.nullish(), phone: phone.nullish(), note: prose(5_000).nullish() })
      .meta({ id: 'GuestOfEvent', example: { name: 'Ada Lovelace' } }),
    total: money.default(0).meta({ description: 'The price, as far as it is known', example: 480 }),
  })
  .superRefine(stayOrder)
export const writtenStay = z.object({ reservation_id: z.int().meta({ example: STAY }) }).meta({ id: 'WrittenStay' })
