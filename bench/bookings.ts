import { request } from 'undici'
import { type Database, type Transaction, transaction } from '../src/db/client.ts'
import { databaseError } from '../src/db/errors.ts'
import { queries } from '../src/db/queries.ts'
import { addDays } from '../src/lib/days.ts'
import { priceFromDatabase } from '../src/rates/load.ts'
import { insertBookingPayment } from '../src/settlement/stay-payment.ts'
import { randomOf, SEED } from '../tests/support/random.ts'
import { report, round, startServer } from './support.ts'

const random = randomOf(SEED)

export const CLIENTS = 32
const SECONDS = 8
/** Range of check-in days: small enough that most attempts collide. */
const DAYS = 500

interface Tally {
  booked: number
  taken: number
  other: Map<string, number>
}

export interface Scene {
  homes: string[]
  /** One per client, because the bookings of one guest are serialised. */
  guests: number[]
  today: string
}

function randomStay({ homes, today }: Scene) {
  const check_in = addDays(today, 1 + random.below(DAYS))
  const property_id = random.pick(homes)
  return {
    property_id,
    check_in,
    check_out: addDays(check_in, 1 + random.below(5)),
    adults: 2,
    children: 0,
    infants: 0,
  }
}

/** Lets all clients book for some seconds, and counts the answers per second. */
async function storm(
  attempt: (client: number) => Promise<'booked' | 'taken' | string>,
): Promise<Tally & { rate: number }> {
  const tally: Tally = { booked: 0, taken: 0, other: new Map() }
  const start = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (performance.now() - start < SECONDS * 1000) {
        const outcome = await attempt(client)
        if (outcome === 'booked' || outcome === 'taken') tally[outcome]++
        else tally.other.set(outcome, (tally.other.get(outcome) ?? 0) + 1)
      }
    }),
  )
  return { ...tally, rate: (tally.booked + tally.taken) / ((performance.now() - start) / 1000) }
}

/** The same statements in a bare driver loop: lock, stale holds, price, insert, nights, payment, and perhaps an effect. */
export async function bareBooking(
  db: Database,
  scene: Scene,
  client: number,
  effect: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<string> {
  const stay = randomStay(scene)
  const guest_id = scene.guests[client] ?? 0
  try {
    await transaction(db, async (tx) => {
      await queries.stays.lockGuest(tx, { guest_id })
      await queries.properties.lockCalendar(tx, stay)
      await queries.properties.findBookingTerms(tx, { ...stay, guest_id })
      await queries.stays.countOpen(tx, { guest_id })
      await queries.stays.lockClosedHolds(tx, stay)
      const priced = await priceFromDatabase(tx, stay)
      const created = await queries.stays.insert(tx, {
        ...stay,
        guest_id,
        status: 'pending',
        quote: priced,
        total_cents: priced.total_cents,
        due_now_cents: priced.due_now_cents,
        currency: priced.currency,
        hold_minutes: 36,
      })
      const reservation_id = created.id
      await queries.stays.takeNights(tx, { reservation_id })
      await insertBookingPayment(tx, { ...stay, id: reservation_id, guest_id, home: 'home' }, priced, 36)
      await effect(tx)
    })
    return 'booked'
  } catch (error) {
    return databaseError(error)?.code === '23P01' ? 'taken' : String(error)
  }
}

export async function clear(db: Database): Promise<void> {
  await db`truncate occupancy, payments, refunds, reservation_events, reservations cascade`
  await db`update properties set busy = '{}'`
}

async function countOverlaps(db: Database): Promise<number> {
  const rows =
    await db`select from occupancy a join occupancy b on a.property_id = b.property_id and a.id < b.id and a.stay && b.stay`
  return rows.length
}

/** Contended bookings over HTTP, including the checkout, compared with the same SQL in a bare driver loop. */
export async function benchBookings(
  db: Database,
  databaseUrl: string,
  dataDir: string,
  scene: Scene,
  tokens: string[],
): Promise<void> {
  await clear(db)
  const floor = await storm((client) => bareBooking(db, scene, client))
  await clear(db)
  const service = await startServer('service.ts', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const ours = await storm(async (client) => {
    const response = await request(`${service.url}/api/v1/reservations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[client]}`, 'content-type': 'application/json' },
      body: JSON.stringify(randomStay(scene)),
    })
    const text = await response.body.text()
    return response.statusCode === 201
      ? 'booked'
      : response.statusCode === 409
        ? 'taken'
        : `${response.statusCode} ${text}`
  })
  service.stop()
  report(
    'contended bookings',
    `${round(ours.rate)} tries/s`,
    `${round(floor.rate)} tries/s`,
    ours.rate / floor.rate,
    '>= 0.3',
  )
  console.log(
    `  SEED=${SEED}, ${CLIENTS} clients, ${scene.homes.length} homes; booked ${ours.booked} over HTTP and ${floor.booked} bare; ` +
      `overlaps ${await countOverlaps(db)}; other answers ${JSON.stringify([...ours.other, ...floor.other])}`,
  )
}
