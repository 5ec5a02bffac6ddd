import { type Database, transaction } from '../../src/db/client.ts'
import { queries } from '../../src/db/queries.ts'
import { addDays } from '../../src/lib/days.ts'
import { priceFromDatabase } from '../../src/rates/load.ts'
import { insertBookingPayment } from '../../src/settlement/stay-payment.ts'
import { median } from '../support.ts'

const BOOKINGS = 150
const BLOCKS = 10

/** The statements of one booking (src/reservations/reserve.ts): hold the nights, open the checkout. */
async function book(db: Database, property_id: string, check_in: string): Promise<void> {
  const stay = { property_id, check_in, check_out: addDays(check_in, 2), adults: 1, children: 0, infants: 0 }
  const payment_id = await transaction(db, async (tx) => {
    await queries.properties.lockCalendar(tx, { property_id })
    await queries.stays.lockClosedHolds(tx, stay)
    const quote = await priceFromDatabase(tx, stay)
    const created = await queries.stays.insert(tx, {
      ...stay,
      guest_id: 1,
      status: 'pending',
      quote,
      total_cents: quote.total_cents,
      due_now_cents: quote.due_now_cents,
      currency: quote.currency,
      hold_minutes: 35,
    })
    await queries.stays.takeNights(tx, { reservation_id: created.id })
    const payment = await insertBookingPayment(tx, { ...stay, id: created.id, guest_id: 1, home: 'home' }, quote, 35)
    return payment.id
  })
  await queries.payments.findForCheckout(db, { payment_id })
  const session = await queries.payments.insertSession(db, {
    payment_id,
    request: {},
    expires_at_seconds: 0,
    payable_until_seconds: 300,
  })
  if (!session) throw new Error('no session')
  await queries.payments.updateSession(db, {
    id: session.id,
    session_id: `cs_${payment_id}`,
    url: 'https://example.org',
  })
}

/** Median milliseconds of a booking with and without the trigger that maintains `busy`, in alternating blocks. */
export async function timeBookings(db: Database, today: string): Promise<{ bare: number; kept: number }> {
  const times = { bare: [] as number[], kept: [] as number[] }
  // After the stays that were built, and within the booking window.
  const check_in = addDays(today, 500)
  for (let block = 0; block < BLOCKS; block++) {
    const homes = await db<{ id: string }[]>`
      select id from properties
      where status = 'published' order by bench_random(hashtext(id::text), 1) limit ${BOOKINGS} offset ${block * BOOKINGS}`
    // The first of the two reads the homes from disk, so the order alternates.
    const kinds = block % 2 === 0 ? (['bare', 'kept'] as const) : (['kept', 'bare'] as const)
    for (const kind of kinds) {
      await db.unsafe(`alter table occupancy ${kind === 'bare' ? 'disable' : 'enable'} trigger occupancy_busy`)
      for (const [index, { id }] of homes.entries()) {
        const start = performance.now()
        await book(db, id, addDays(check_in, kind === 'bare' ? 0 : 10))
        // The first bookings of a block include reading and planning, and are not counted.
        if (index >= 20) times[kind].push(performance.now() - start)
      }
    }
  }
  return { bare: median(times.bare), kept: median(times.kept) }
}
