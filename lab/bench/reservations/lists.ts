import { planList, readList } from '../../../src/bookings/reservations/list.ts'
import { reservationList } from '../../../src/bookings/reservations/schemas.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { keep, medianTimes, round } from '../support.ts'

const SMALL = 10_000
/** The first owner has this many stays in 10 homes in every database; the second one 20,000 in 100 homes, in large ones. */
const FEW = 300
const MANY = 20_000
const ROUNDS = 40

/** Homes of 3 owners, and stays of three nights: few of the first, many of the second, the rest of the third. */
async function build(url: string, count: number): Promise<Database> {
  await migrate(url)
  const db = connect(url, { max: 4, patient: true })
  await loadPlaces(db, { smallest: 500_000 })
  await db`
    insert into users (username, first_name, last_name, email, email_verified_at)
    select 'user' || i, 'User', i::text, 'user' || i || '@example.org', now() from generate_series(1, ${count / 2 + 10}::integer) i`
  await db`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
      max_guests, included_guests, base_price_cents)
    select case when i <= 10 then 1 when i <= 110 then 2 else 3 end, 'Home ' || i, 'apartment', 'entire_home', c.country_id,
      c.id, 48, 2, 'Europe/Paris', 4, 2, 10000
    from generate_series(1, 5000) i, (select id, country_id from cities limit 1) c`
  // By their titles: the ids of one statement are not in the order of its rows.
  await db`create temp table homes as select id, split_part(title, ' ', 2)::integer as n from properties`
  await db`
    insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents,
      currency, created_at)
    select h.id, 10 + i % (${count}::integer / 2), date '2020-01-01' + (i % 3000), date '2020-01-04' + (i % 3000), 2,
      (case i % 10 when 0 then 'cancelled' when 1 then 'confirmed' else 'completed' end)::reservation_status,
      '{}', 30000, 30000, 'EUR', timestamptz '2020-01-01' + i * interval '1 minute'
    from generate_series(1, ${count}::integer) i
    join homes h on h.n = case
      when i <= ${FEW} then 1 + i % 10
      when i <= ${count > 10 * MANY ? MANY + FEW : FEW} then 11 + i % 100
      else 111 + i % 4889 end`
  await db`insert into payments (reservation_id, title, amount_cents, currency, status) select id, 'home', 30000, 'EUR', 'paid' from reservations`
  await db`vacuum analyze`
  return db
}

const list = async (db: Database, user_id: number, query: Record<string, string>) => {
  const asked = reservationList.parse(query)
  const reader = { as: asked.as ?? 'guest', user_id, person_id: user_id, seesGuests: true }
  const { parts, filters } = planList(reader, asked)
  return readList(db, parts, { ...filters, limit: 20, offset: 0 })
}

/** Milliseconds that an owner of many stays may wait. */
const CASES: [string, query: Record<string, string>, goal?: number][] = [
  ['all', { as: 'owner' }],
  ['by status', { as: 'owner', status: 'confirmed' }, 30],
  ['by days', { as: 'owner', from: '2024-07-01', to: '2024-07-31' }],
  ['by the name of a guest', { as: 'owner', q: 'user 77' }, 60],
  ['as guest', {}],
]

/** Medians of the first page, and their ratios to the same page in the small database. */
export async function benchLists(urlOf: (name: string) => string, count: number): Promise<void> {
  const small = await build(urlOf('lists_small'), SMALL)
  const large = await build(urlOf('lists_large'), count)
  console.log(`\nLists of reservations: ${SMALL} and ${count} in all (goal <= 1.3)`)
  for (const [name, query, goal] of CASES) {
    const offset = query.as ? 0 : 20
    const [floor = 0, few = 0, many = 0] = await medianTimes(
      ROUNDS,
      () => list(small, 1 + offset, query),
      () => list(large, 1 + offset, query),
      () => list(large, 2 + offset, query),
    )
    keep({
      name: `reservations, ${name}, of ${count} in all`,
      measured: `${round(few, 1)} ms`,
      floor: `${round(floor, 1)} ms of ${SMALL}`,
      value: few / floor,
      goal: '<= 1.3',
    })
    if (goal)
      keep({
        name: `reservations of a big owner, ${name}`,
        measured: `${round(many, 1)} ms`,
        floor: '',
        value: many,
        goal: `<= ${goal} ms`,
      })
    console.log(
      `  ${name.padEnd(26)}${round(floor, 1).padStart(8)} ms${round(few, 1).padStart(8)} ms   ratio ${round(few / floor, 2)}` +
        `   an owner of ${MANY}: ${round(many, 1)} ms${goal ? `   goal <= ${goal}` : ''}`,
    )
  }
  await small.end()
  await large.end()
}
