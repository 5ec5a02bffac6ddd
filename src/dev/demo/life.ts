import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { announce } from '../../conversations/messages/send.ts'
import { rate } from '../../conversations/reviews/write.ts'
import { priceFromDatabase } from '../../homes/rates/load.ts'
import { departureTasks } from '../../hosting/tasks/departures.ts'
import { creditRefund, invoicePayment } from '../../money/invoices/invoices.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { type Actor, LOCALE, type ReservationStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { addDays } from '../../platform/lib/days.ts'
import { CANCELLED, CHECKOUT, HOME, PAY_KEY, QUOTE, STAY } from '../../reference/examples/demo.ts'
import { POLICIES, REVIEWS } from './data.ts'
import { fileOf, HEIGHT, WIDTH } from './pictures.ts'
import { INTENTS } from './provider.ts'

/** People of the demo. */
export interface People {
  guest: number
  owner: number
  /** Others who have stayed in its homes. */
  guests: number[]
}

/** History of the demo before it starts: texts to accept, stays in every state, reviews, messages. */
export async function addLife(app: FastifyInstance, tx: Transaction, homes: string[], people: People): Promise<void> {
  const { today } = await queries.dev.findToday(tx, {})
  await addPolicies(tx)
  await addStays(tx, homes, people, today)
  await addReviews(tx, homes, people, today)
  await addPayments(app, tx)
  await queries.dev.insertNotifications(tx, {})
  await addMessages(app, tx, homes, people)
}

async function addPolicies(tx: Transaction): Promise<void> {
  for (const { type, titles, contents } of POLICIES)
    for (const locale of LOCALE)
      await queries.policies.insert(tx, {
        type,
        locale,
        title: titles[locale],
        content: contents[locale],
        is_mandatory: true,
        status: 'published',
      })
}

interface DemoStay {
  home: string | undefined
  guest_id: number
  check_in: string
  nights: number
  status: ReservationStatus
  /** Life of an unpaid hold or an inquiry. */
  hold_hours?: number
  message?: string
  days_ago?: number
}

type Step = [to: ReservationStatus, actor: Actor]

const SOLD: Step[] = [
  ['pending', 'guest'],
  ['confirmed', 'system'],
]
const HELD: Step[] = [...SOLD, ['checked_in', 'owner']]

/** Moves by which a stay of the demo has come into each state. */
const HISTORY: Record<ReservationStatus, Step[]> = {
  inquiry: [['inquiry', 'guest']],
  pending: [['pending', 'guest']],
  confirmed: SOLD,
  checked_in: HELD,
  completed: [...HELD, ['completed', 'system']],
  no_show: [...SOLD, ['no_show', 'owner']],
  cancelled: [...SOLD, ['cancelled', 'guest']],
  declined: [
    ['inquiry', 'guest'],
    ['declined', 'owner'],
  ],
  expired: [
    ['pending', 'guest'],
    ['expired', 'system'],
  ],
}

/** A stay with the price that it has now. Returns its id. */
async function addStay(
  tx: Transaction,
  { home = '', guest_id, check_in, nights, status, hold_hours, message, days_ago = 20 }: DemoStay,
): Promise<number> {
  const stay = { property_id: home, check_in, check_out: addDays(check_in, nights), adults: 2, children: 0, infants: 0 }
  const priced = await priceFromDatabase(tx, stay)
  const { id } = await queries.dev.insertReservation(tx, {
    ...stay,
    guest_id,
    status,
    hold_hours,
    message,
    days_ago,
    quote: priced,
    total_cents: priced.total_cents,
    due_now_cents: priced.due_now_cents,
    balance_due_on: HISTORY[status].some(([to]) => to === 'confirmed') ? priced.balance_due_on : null,
    to_statuses: HISTORY[status].map(([to]) => to),
    actors: HISTORY[status].map(([, actor]) => actor),
    currency: priced.currency,
  })
  await departureTasks.followStay(tx, id)
  return id
}

/** Adds stays of the guest: one with a paid deposit, the next one, and one in each state. Others have stays in each fourth home. */
async function addStays(tx: Transaction, homes: string[], { guest, guests }: People, today: string): Promise<void> {
  const paid = { home: HOME, guest_id: guest, check_in: addDays(today, 60), nights: 3 } as const
  await addStay(tx, { ...paid, status: 'confirmed', message: 'Nous arriverons vers 18 heures.' })
  const [other = guest] = guests
  for (const [index, home] of homes.entries()) {
    if (index % 4 !== 0) continue
    const guest_id = index === 0 ? guest : (guests[index % 8 === 0 ? 0 : 1] ?? guest)
    await addStay(tx, { home, guest_id, check_in: addDays(today, 10 + index), nights: 4, status: 'confirmed' })
  }
  const states: [ReservationStatus, from: number, who: number, more?: Partial<DemoStay>][] = [
    ['checked_in', -1, guest],
    ['inquiry', 45, other, { hold_hours: 40, message: 'Arrivons-nous avant midi, est-ce possible ?', days_ago: 0 }],
    ['cancelled', 60, guest],
    ['declined', 70, guest],
    ['expired', 80, guest],
    ['no_show', -12, other],
  ]
  for (const [index, [status, from, guest_id, more]] of states.entries())
    await addStay(tx, {
      home: homes[index + 1],
      guest_id,
      check_in: addDays(today, from),
      nights: 3,
      status,
      ...more,
    })
}

/** Homes in which Camille has stayed; others have in the rest. */
const STAYED = [1, 2, 23]

/** Completed stays of several guests with what they say, some with a reply; the last one of Camille waits for her review. */
async function addReviews(tx: Transaction, homes: string[], { guest, guests }: People, today: string): Promise<void> {
  const [other = guest] = guests
  for (const [index, home] of homes.slice(0, 24).entries()) {
    for (const [number, guest_id] of [STAYED.includes(index) ? guest : other, ...guests].entries()) {
      if ((index + number) % 3 === 0) continue
      const check_in = addDays(today, -25 - 9 * number - (index % 5))
      const id = await addStay(tx, { home, guest_id, check_in, nights: 3, status: 'completed', days_ago: 90 })
      const [rating, content, reply] = REVIEWS[(index + number * 3) % REVIEWS.length] ?? [5, '']
      // One that the examples review, and the last one, which is the first in her list.
      if (guest_id === guest && (index === 1 || index === 23)) continue
      const created = await queries.reviews.insert(tx, {
        property_id: home,
        reservation_id: id,
        author_id: guest_id,
        rating,
        content,
        cleanliness: rating,
        value: Math.min(5, rating + 1),
      })
      if (created && reply) await queries.reviews.writeReply(tx, { comment_id: created.id, content: reply })
    }
    await rate(tx, home)
  }
}

/** Payments for the stays, and the refund of the cancelled one, with their documents; the first are named by examples. */
async function addPayments(app: FastifyInstance, tx: Transaction): Promise<void> {
  await queries.dev.insertPayment(tx, {
    reservation_id: STAY,
    key: PAY_KEY,
    status: 'paid',
    session_id: CHECKOUT,
    payment_intent_id: INTENTS.paid,
  })
  const { id: payment_id, refund_id } = await queries.dev.insertPayment(tx, {
    reservation_id: CANCELLED.stay,
    key: QUOTE,
    status: 'refunded',
    session_id: `${CHECKOUT}b`,
    payment_intent_id: INTENTS.refunded,
  })
  if (refund_id !== null) await app.jobs.enqueue(tx, creditRefund, { payment_id, refund_id })
  for (const { id } of await queries.dev.insertPayments(tx, {}))
    await app.jobs.enqueue(tx, invoicePayment, { payment_id: id })
}

/** A conversation of the guest with the owner, with a picture, whose last message is not read yet. */
async function addMessages(app: FastifyInstance, tx: Transaction, homes: string[], people: People): Promise<void> {
  const { guest, owner } = people
  const picture = await readFile(fileOf('bedroom', 0, WIDTH))
  const attachment = await app.storage.save('attachments', picture, 'webp')
  const file = { name: 'chambre.webp', type: 'image/webp', size: picture.length, width: WIDTH, height: HEIGHT }
  const lines: [from: number, to: number, content: string, file?: { attachment: string; attachment_file: object }][] = [
    [guest, owner, 'Bonjour Martin, y a-t-il un lit de bébé ?'],
    [owner, guest, 'Bonjour Camille, oui, je le prépare avec plaisir.', { attachment, attachment_file: file }],
    [guest, owner, 'Parfait, merci ! Et où peut-on se garer ?'],
  ]
  for (const [sender_id, receiver_id, content, attached] of lines) {
    const pair = { sender_id, receiver_id, property_id: homes[0] }
    const conversation = await queries.messages.upsertConversation(tx, pair)
    const message = await queries.messages.insert(tx, {
      ...pair,
      conversation_id: conversation.id,
      content,
      is_automatic: false,
      ...attached,
    })
    await announce(app, tx, message)
  }
}
