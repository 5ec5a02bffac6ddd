import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { connect, type Database, transaction } from '../../src/db/client.ts'
import { queries } from '../../src/db/queries.ts'
import { openMailbox } from '../../src/dev/mailbox.ts'
import { pay } from '../../src/dev/stripe/checkout.ts'
import { startStandin } from '../../src/dev/stripe/server.ts'
import { signedEvent } from '../../src/dev/stripe/store.ts'
import { addDays } from '../../src/lib/days.ts'
import { loadPlaces } from '../../src/places/load.ts'
import { priceFromDatabase } from '../../src/rates/load.ts'
import { migrate } from '../../src/schema/migrate.ts'
import { insertBookingPayment } from '../../src/settlement/stay-payment.ts'
import { report, round } from '../support.ts'

const BOOKINGS = 400
const CLIENTS = 16
const HOMES = 40

/** Runs a task for each booking, at most `CLIENTS` at once; returns the bookings per second. */
async function rate(task: (booking: number) => Promise<void>, settled: () => Promise<boolean>): Promise<number> {
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < BOOKINGS) await task(next++)
    }),
  )
  while (!(await settled())) await delay(20)
  return (BOOKINGS * 1000) / (performance.now() - start)
}

/** What a booking and its payment write, in a bare driver loop: two transactions, without HTTP, provider and jobs. */
async function bareBooking(db: Database, stay: Stay, guest_id: number, booking: number): Promise<void> {
  const tell = (tx: Parameters<Parameters<typeof transaction>[1]>[0], user_id: number, type: string) =>
    queries.notifications.insert(tx, {
      user_id,
      type: type as 'payment_received',
      title: 'x',
      message: 'x',
      data: {},
      dedupe_key: `bare:${booking}:${type}`,
    })
  const payment = await transaction(db, async (tx) => {
    await queries.properties.lockCalendar(tx, stay)
    await queries.stays.lockClosedHolds(tx, stay)
    const priced = await priceFromDatabase(tx, stay)
    const { due_now_cents, total_cents, currency } = priced
    const { id: reservation_id } = await queries.stays.insert(tx, {
      ...stay,
      guest_id,
      status: 'pending',
      quote: priced,
      total_cents,
      due_now_cents,
      currency,
      hold_minutes: 50,
    })
    await queries.stays.takeNights(tx, { reservation_id })
    const made = await insertBookingPayment(tx, { ...stay, id: reservation_id, guest_id, home: 'home' }, priced, 50)
    await queries.payments.insertSession(tx, {
      payment_id: made.id,
      request: {},
      expires_at_seconds: 2_000_000_000,
      payable_until_seconds: 2_000_000_300,
    })
    return made
  })
  await transaction(db, async (tx) => {
    await queries.properties.lockCalendar(tx, stay)
    await queries.payments.lock(tx, { payment_id: payment.id })
    await queries.payments.insertReceipt(tx, {
      payment_id: payment.id,
      payment_intent_id: `bare_${booking}`,
      amount_cents: payment.amount_cents,
      currency: payment.currency,
    })
    await queries.payments.markPaid(tx, { payment_id: payment.id })
    await queries.stays.move(tx, {
      reservation_id: payment.reservation_id ?? 0,
      to_status: 'confirmed',
      sources: ['pending'],
      actor: 'system',
    })
    for (const user_id of [1, guest_id]) {
      await tell(tx, user_id, 'payment_received')
      await tell(tx, user_id, 'reservation_confirmed')
    }
  })
}

interface Stay {
  property_id: string
  check_in: string
  check_out: string
  adults: number
  children: number
  infants: number
}

/** Bookings per second from the request to the confirmed stay, with its notifications, mails and invoice. */
export async function benchSettlement(url: string, folder: string): Promise<void> {
  await migrate(url)
  const db = connect(url, { max: 10 })
  await loadPlaces(db, { smallest: 500_000 })
  const config = loadConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    HOLDS_PER_GUEST: '1000',
    RESERVATIONS_PER_DAY: '100000000',
    PUBLIC_URL: 'http://x.test',
  })
  const standin = await startStandin({ ...config.stripe, webhookUrl: () => undefined })
  const mailer = openMailbox(path.join(folder, 'mailbox'))
  const app = await buildApp({ config, db, standIns: { stripeUrl: standin.url, mailer } })
  await app.ready()
  await db`
    insert into users (username, first_name, last_name, email, email_verified_at)
    select 'user' || i, 'User', i::text, 'user' || i || '@example.org', now() from generate_series(1, 101) i`
  const homes = await db<{ id: string }[]>`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
      max_guests, included_guests, base_price_cents)
    select 1, 'Home ' || i, 'apartment', 'entire_home', c.country_id, c.id, 48, 2, 'Europe/Paris', 4, 2, 10000
    from generate_series(1, ${HOMES}) i, (select id, country_id from cities limit 1) c
    returning id`
  const [clock] = await db<{ today: string }[]>`select current_date as today`
  const stayOf = (booking: number, from: number): Stay => {
    const check_in = addDays(clock?.today ?? '', from + 3 * Math.floor(booking / HOMES))
    const property_id = homes[booking % HOMES]?.id ?? ''
    return { property_id, check_in, check_out: addDays(check_in, 3), adults: 2, children: 0, infants: 0 }
  }
  const guestOf = (booking: number) => 2 + (booking % 100)

  const floor = await rate(
    (booking) => bareBooking(db, stayOf(booking, 10), guestOf(booking), booking),
    async () => true,
  )
  const ours = await rate(
    async (booking) => {
      const token = app.issueToken({ id: guestOf(booking), token_version: 1 })
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/reservations',
        headers: { authorization: `Bearer ${token}` },
        payload: stayOf(booking, 200),
      })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      pay(standin.store, /cs_test_\w+/.exec(answer.json().data.payment_url)?.[0] ?? '')
      for (const event of standin.store.undelivered.splice(0)) {
        const { body, headers } = signedEvent(event, config.stripe.webhookSecret)
        await app.inject({ method: 'POST', url: '/api/v1/stripe/webhook', headers, payload: body })
      }
    },
    async () => {
      const [row] = await db`
        select (select count(*) from invoices) = ${BOOKINGS} and not exists (
          select from reservations where status = 'pending') as done`
      return row?.done === true
    },
  )
  report('booked, paid, confirmed', `${round(ours)}/s`, `${round(floor)}/s`, ours / floor, '>= 0.1')
  await app.close()
  await standin.close()
  await db.end()
}
