import { z } from 'zod'
import { keptCard } from '../../bookings/agreements/schemas.ts'
import { changeRequest } from '../../bookings/reservations/schemas.ts'
import { LINK_SCOPES } from '../../bookings/states/stay-link.ts'
import { words } from '../../conversations/messages/schemas.ts'
import { stayMessage } from '../../conversations/stay-messages/schemas.ts'
import { shownPrice } from '../../homes/rates/price-schemas.ts'
import { DOCUMENT_KINDS } from '../../money/invoices/document.ts'
import { PAYMENT_KIND, RESERVATION_STATUS } from '../../platform/db/enums.ts'
import { amount, day, prose, shownDay, shownUrl, timestamp, wholeParameter } from '../../platform/http/fields.ts'
import { CONTRACT, FREE, HOME_TITLE, INVOICE_KEY, inDays, STAY } from '../../reference/examples/demo.ts'
import { shownArrival } from '../arrival/schemas.ts'
import { askedRegister } from '../travellers/schemas.ts'

const LINK = 'https://sejour.example/api/v1/stay/1.Vq0d3yJ5m2uQ1fWc7n8bXk9LrT4aZs6PoEhGiYjMlRw'

export const stayKey = z.object({
  key: z
    .string()
    .max(100)
    .describe('Secret of the link')
    .meta({ example: LINK.slice(LINK.lastIndexOf('/') + 1) }),
})

const linkScope = z.enum(LINK_SCOPES).meta({ id: 'LinkScope', example: 'messages.write' })

const STAY_VIEWS = ['full', 'travel'] as const

/** Outcome of a form, which the page says when it is shown again. */
const NOTICES = [
  'code_sent',
  'link_sent',
  'change_requested',
  'message_sent',
  'travellers_saved',
  'cancelled',
  'card_withdrawn',
  'saved',
] as const
export type Notice = (typeof NOTICES)[number]

/** Outcome that the form of travellers says. */
export const noticeQuery = z.object({
  notice: z.enum(['code_sent', 'link_sent']).optional().describe('What the page says first'),
})

export const pageQuery = z.object({
  view: z
    .enum(['travel'])
    .optional()
    .describe('`travel`: as those see it who travel with the guest; their own link shows nothing else'),
  notice: z.enum(NOTICES).optional().describe('What the page says first, after a form was sent'),
})

const payable = z
  .object({
    kind: z.enum(PAYMENT_KIND).meta({ example: 'balance' }),
    amount: amount.meta({ example: 287.62 }),
    due_on: shownDay
      .nullable()
      .meta({ description: 'The day of a balance, or of a price that is paid later', example: inDays(90) }),
    payment_url: shownUrl.meta({ example: 'https://sejour.example/api/v1/pay/5b0a1f6e-8d0c-8f53-8a51-0a9d8a4e7c11' }),
  })
  .meta({ id: 'PayablePayment' })

const guestDocument = z
  .object({
    number: z.string().nullable().meta({ description: 'null: a confirmation of payment', example: '2026-000001' }),
    kind: z.enum(DOCUMENT_KINDS),
    issued_on: shownDay.nullable().meta({ description: 'null: a confirmation, which shows what went back since' }),
    amount: amount.meta({ description: 'Negative: a credit note', example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    url: shownUrl.meta({ example: `https://sejour.example/api/v1/invoices/${INVOICE_KEY}` }),
  })
  .meta({ id: 'GuestDocument' })

const guestMessage = stayMessage
  .pick({ id: true, source: true, from: true, content: true, attachments: true, created_at: true })
  .meta({ id: 'GuestMessage' })

export const stayPage = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    view: z.enum(STAY_VIEWS).meta({ example: 'full' }),
    status: z.enum(RESERVATION_STATUS).meta({ example: 'confirmed' }),
    property: z
      .object({
        title: z.string().meta({ example: HOME_TITLE }),
        city: z.string().meta({ example: 'Marseille' }),
        address: z.string().nullable().meta({
          description: 'null: not given, or the stay is not confirmed',
          example: '12, vallon des Auffes',
        }),
        check_in_time: z.string().meta({ example: '16:00' }),
        check_out_time: z.string().meta({ example: '11:00' }),
        timezone: z.string().meta({ example: 'Europe/Paris' }),
      })
      .meta({ id: 'StayPageProperty' }),
    check_in: shownDay.meta({ example: FREE.check_in }),
    check_out: shownDay.meta({ example: FREE.check_out }),
    adults: z.int().meta({ example: 2 }),
    children: z.int().meta({ example: 0 }),
    infants: z.int().meta({ example: 0 }),
    scopes: z.array(linkScope).meta({
      description:
        'Scopes of the link, besides `reservations.read`. What needs another one is null here, and its forms are 403',
    }),
    guest_name: z.string().nullable().meta({ description: 'null without `guests.read`', example: 'Camille Moreau' }),
    money: z
      .object({
        currency: z.string().meta({ example: 'EUR' }),
        total: amount.meta({ example: 410.88 }),
        paid: amount.nullable().meta({ description: 'Paid of the price; null: it is not paid here', example: 123.26 }),
        open: amount.nullable().meta({ description: 'Still to be paid of the price', example: 287.62 }),
        payments: z.array(payable).meta({ description: 'What can be paid now, supplements included' }),
        to_pay: amount.nullable().meta({
          description:
            'Still to be paid here: of the price, and supplements that are billed; null: nothing is paid here',
          example: 287.62,
        }),
      })
      .meta({ id: 'StayPageMoney' })
      .nullable()
      .meta({ description: 'null for `travel`, without `payments.read`, and for a stay that is not held' }),
    documents: z.array(guestDocument).nullable().meta({
      description:
        'Invoices, credit notes, and confirmations of payments without an invoice; null for `travel`, and without `payments.read`',
    }),
    contract: z
      .object({
        version: z.int().meta({ example: 3 }),
        text: z.string().meta({ example: CONTRACT.fr }),
        accepted_at: timestamp.nullable().meta({ description: 'null: it is accepted before the first payment' }),
      })
      .meta({ id: 'StayPageContract' })
      .nullable()
      .meta({
        description:
          'The contract that the guest has accepted, or has to accept; null: there is none, and for `travel`',
        example: null,
      }),
    card: keptCard
      .nullable()
      .meta({ description: 'Consent to keep the card of the stay; null: none, and for `travel`', example: null }),
    arrival: shownArrival.nullable().meta({
      description: 'Texts are null unless it is `open`; null: it is `over`, or the link has no `reservations.write`',
    }),
    messages: z
      .object({
        account_url: shownUrl.nullable().meta({
          description:
            'For a guest with an account: their conversation in the front end, where they sign in. null: they write here',
          example: null,
        }),
        list: z
          .array(guestMessage)
          .meta({ description: 'The latest 50, newest last; empty for a guest with an account' }),
      })
      .meta({ id: 'StayPageMessages' })
      .nullable()
      .meta({ description: 'null for `travel`' }),
    travellers: askedRegister
      .pick({ people: true, kept_until: true, written_at: true })
      .extend({ url: shownUrl.meta({ description: 'The form, which is also JSON', example: `${LINK}/guests` }) })
      .meta({ id: 'StayPageTravellers' })
      .nullable()
      .meta({
        description:
          'The register of the country; null for `travel`, and where what the country asks is not known here',
      }),
    change_request: changeRequest
      .nullable()
      .meta({ description: 'The latest change request; null for `travel`', example: null }),
    cancellation: z
      .object({ refund_today: amount.meta({ example: 123.26 }), terms: shownPrice.shape.cancellation })
      .meta({ id: 'StayPageCancellation' })
      .nullable()
      .meta({ description: 'null: the guest cannot cancel here' }),
    may_change: z.boolean().meta({ description: 'Whether a change can be requested', example: true }),
    sharing: z
      .object({
        url: shownUrl.meta({ example: `${LINK}?view=travel` }),
        shares_code: z.boolean().meta({ description: 'Whether it shows the code of the door', example: false }),
      })
      .meta({ id: 'StayPageSharing', description: 'The link for those who travel with the guest' })
      .nullable()
      .meta({ description: 'null for `travel`' }),
    calendar_url: shownUrl.meta({ example: `${LINK}/calendar.ics` }),
  })
  .meta({ id: 'StayPage' })

export type StayPage = z.output<typeof stayPage>

/** Days and guests as forms and programs send them. */
export const wishedChange = z.object({
  check_in: day.optional(),
  check_out: day.optional().meta({ example: inDays(124) }),
  adults: wholeParameter(1, 50).optional(),
  children: wholeParameter(0, 50).optional(),
  infants: wholeParameter(0, 20).optional(),
  message: prose(2_000).optional().meta({ example: 'Pouvons-nous rester une nuit de plus ?' }),
})

export const guestWords = z.object({ content: words }).meta({ example: { content: 'We arrive at nine.' } })

export const sharingChange = z.object({
  shares_code: z
    .union([z.boolean(), z.stringbool()], { error: 'notBoolean' })
    .meta({ type: 'boolean', description: 'Whether fellow travellers see the code of the door', example: true }),
})

export const codeQuery = z.object({
  for: z.enum(['cancel', 'travellers']).default('cancel').describe('Form that asks for the code'),
})

export const mailedCode = z
  .object({
    code: z.string().trim().max(20).describe('Code from the mail').meta({ example: '123456' }),
  })
  .meta({ id: 'MailedCode' })

export const links = z
  .object({
    url: shownUrl.meta({ description: 'For the guest', example: LINK }),
    travel_url: shownUrl.meta({ description: 'For those who travel with them', example: `${LINK}?view=travel` }),
    scopes: z.array(linkScope).meta({ description: 'What the links open, besides `reservations.read`' }),
  })
  .meta({ id: 'StayLinks' })
