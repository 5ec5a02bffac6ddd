import { insertBookingPayment } from '../../../src/bookings/settlement/stay-payment.ts'
import { priceFromDatabase } from '../../../src/homes/rates/load.ts'
import { type Database, transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { median } from '../support.ts'

const HOMES = 120
const BLOCKS = 10

/** The statements of one booking (src/bookings/reservations/reserve.ts): hold the nights, open the checkout. */
export async function book(db: Database, property_id: string, check_in: string): Promise<void> {
  const stay = { property_id, check_in, check_out: addDays(check_in, 2), adults: 1, children: 0, infants: 0 }
  const payment_id = await transaction(db, async (tx) => {
    await queries.properties.lockCalendar(tx, { property_id })
    await queries.states.lockOverdueHolds(tx, stay)
    const quote = await priceFromDatabase(tx, stay)
    const created = await queries.states.insert(tx, {
      ...stay,
      guest_id: 1,
      status: 'pending',
      quote,
      total_cents: quote.total_cents,
      due_now_cents: quote.due_now_cents,
      currency: quote.currency,
      hold_minutes: 35,
    })
    await queries.states.takeNights(tx, { reservation_id: created.id })
    const payment = await insertBookingPayment(tx, { ...stay, id: created.id, guest_id: 1, home: 'home' }, quote, 35)
    return payment.id
  })
  await queries.payments.findForCheckout(db, { payment_id })
  const opened = {
    payment_id,
    request: {},
    expires_at_seconds: 0,
  }
  const session = await transaction(db, (tx) => queries.payments.insertSession(tx, opened))
  if (!session) throw new Error('no session')
  await queries.payments.updateSession(db, {
    id: session.id,
    session_id: `cs_${payment_id}`,
    url: 'https://example.org',
  })
}

/** Changes of a home's row of the search; the number tells one run from another. */
const CHANGES: Record<string, (db: Database, property_id: string, number: number, today: string) => Promise<unknown>> =
  {
    // After the stays that were built, and within the booking window.
    'a booking': (db, id, number, today) => book(db, id, addDays(today, 500 + 10 * number)),
    'prices of thirty days': (db, property_id, number, today) =>
      transaction(db, async (tx) => {
        await queries.properties.lockCalendar(tx, { property_id })
        const start_date = addDays(today, 500 + 40 * number)
        const days = { property_id, start_date, end_date: addDays(start_date, 29) }
        await queries.rates.setPrices(tx, { ...days, changes: { price_cents: 9_900 } })
        await queries.rates.deletePlainDays(tx, days)
      }),
    'a season': (db, property_id, number, today) =>
      transaction(db, async (tx) => {
        await queries.properties.lockOwn(tx, { property_id, user_id: 1, is_staff: true })
        await queries.rates.insertSeason(tx, {
          property_id,
          label: 'Saison',
          start_date: addDays(today, 20 * number),
          end_date: addDays(today, 20 * number + 30),
          reduction_hundredths: 1_000,
          policy: 'nights',
          status: 'active',
        })
      }),
    'a home': (db, property_id) =>
      transaction(db, async (tx) => {
        const home = await queries.properties.lockOwn(tx, {
          property_id,
          user_id: 1,
          is_staff: true,
        })
        if (home)
          await queries.properties.update(tx, { ...home, property_id, base_price_cents: home.base_price_cents + 100 })
      }),
  }

/** The triggers that keep what a search reads. */
const TRIGGERS = ['properties', 'occupancy', 'calendar_days', 'seasons']

async function switchTriggers(db: Database, way: 'enable' | 'disable'): Promise<void> {
  const triggers = await db<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where tgrelid::regclass::text = any (${TRIGGERS}) and tgname like '%search%'`
  for (const { table, name } of triggers) await db.unsafe(`alter table ${table} ${way} trigger ${name}`)
}

/** Median milliseconds of each change with and without the triggers that keep what a search reads, in alternating blocks. */
export async function timeChanges(
  db: Database,
  today: string,
): Promise<{ name: string; bare: number; kept: number }[]> {
  const results = []
  for (const [name, change] of Object.entries(CHANGES)) {
    const times = { bare: [] as number[], kept: [] as number[] }
    for (let block = 0; block < BLOCKS; block++) {
      const homes = await db<{ id: string }[]>`
        select id from properties
        where status = 'published' order by bench_random(hashtext(id::text), 1) limit ${HOMES} offset ${block * HOMES}`
      // The first of the two reads the homes from disk, so the order alternates.
      const kinds = block % 2 === 0 ? (['bare', 'kept'] as const) : (['kept', 'bare'] as const)
      for (const kind of kinds) {
        await switchTriggers(db, kind === 'bare' ? 'disable' : 'enable')
        for (const [index, { id }] of homes.entries()) {
          const start = performance.now()
          await change(db, id, kind === 'bare' ? 0 : 1, today)
          // The first of a block include reading and planning, and are not counted.
          if (index >= 20) times[kind].push(performance.now() - start)
        }
      }
    }
    results.push({ name, bare: median(times.bare), kept: median(times.kept) })
  }
  await switchTriggers(db, 'enable')
  return results
}
