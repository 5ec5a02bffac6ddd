import { planList, readList } from '../../../src/bookings/reservations/list.ts'
import { reservationList } from '../../../src/bookings/reservations/schemas.ts'
import { readDesk } from '../../../src/hosting/desk/desk.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { keep, medianTimes, round } from '../support.ts'

/** The owner of three stays of ten, in 300 homes of 3,300. */
const OWNER = 1
/** The owner of one home, with a stay of each three thousand. */
const SMALL = { owner: 3, home: 304 }
const ROUNDS = 10

/** Stays from seven years ago to half a year ahead, as they come to be: past ones are completed, few are unpaid or have a label. */
async function build(url: string, count: number): Promise<Database> {
  await migrate(url)
  const db = connect(url, { max: 8, patient: true })
  await loadPlaces(db, { smallest: 500_000 })
  await db.begin(async (tx) => {
    // Events and marks of rows that nobody follows.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into users (username, first_name, last_name, email, phone, email_verified_at)
      select 'user' || i, 'User', i::text, 'user' || i || '@example.org', '+33 6 ' || to_char(i, 'FM00000000'), now()
      from generate_series(1, ${count / 2 + 2}::integer) i`
    await tx`
      insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
        max_guests, included_guests, base_price_cents)
      select case when i <= 300 then ${OWNER} when i = ${SMALL.home} then ${SMALL.owner} else 2 end, 'Home ' || i, 'apartment', 'entire_home', c.country_id,
        c.id, 48, 2, 'Europe/Paris', 4, 2, 10000
      from generate_series(1, 3300) i, (select id, country_id from cities limit 1) c`
    // By their titles: the ids of one statement are not in the order of its rows.
    await tx`
      create temp table homes on commit drop as select id, split_part(title, ' ', 2)::integer as n from properties`
    await tx`
      insert into contacts (name, email, phone)
      select 'Contact ' || i, 'contact' || i || '@example.org', '+44 7' || to_char(i, 'FM000000000')
      from generate_series(1, ${count / 4}::integer) i`
    await tx`
      insert into reservations (property_id, guest_id, contact_id, ota_reservation_code, source, check_in, check_out, adults, status,
        quote, total_cents, due_now_cents, currency, balance_due_on, balance_made, labels, created_at)
      select h.id, case when s.at_channel then null else 3 + i % (${count}::integer / 2) end,
        case when s.at_channel then 1 + i / 4 % (${count}::integer / 4) end, case when s.at_channel then 'HM' || i end,
        (case when s.at_channel then 'channel' else 'direct' end)::reservation_source, s.day, s.day + 3, 2,
        (case when i % 10 = 7 then 'cancelled' when s.day + 3 < current_date then 'completed'
          when s.day <= current_date then 'checked_in' else 'confirmed' end)::reservation_status,
        '{}', 30000, 9000, 'EUR', case when not s.at_channel then s.day - 30 end, not s.at_channel and s.day - 30 <= current_date,
        case when i % 97 = 0 then '{VIP}'::text[] else '{}' end, s.day - interval '60 days' + i % 1000 * interval '1 minute'
      from generate_series(1, ${count}::integer) i
      cross join lateral (select current_date - 2500 + i / 10 % 2700 as day, i % 4 = 0 as at_channel) s
      join homes h on h.n = case when i % 10 < 3 then 1 + i / 10 * 7 % 300 else 301 + i % 3000 end`
    await tx`select search_keep_stays(array(select id from reservations))`
    await tx`
      insert into reservation_events (reservation_id, actor, from_status, to_status)
      select id, 'system', 'pending', 'confirmed' from reservations`
    await tx`
      insert into payments (reservation_id, payee_id, kind, title, amount_cents, currency, rest_cents, rest_due_on, status, due_on)
      select r.id, p.owner_id, kind, 'home', case kind when 'booking' then 9000 else 21000 end, 'EUR',
        case kind when 'booking' then 21000 end, case kind when 'booking' then r.balance_due_on end,
        (case when r.status = 'cancelled' then 'cancelled' when r.id % 101 = 0 and (kind = 'balance' or not r.balance_made) then 'unpaid'
          else 'paid' end)::payment_status, case kind when 'balance' then r.balance_due_on end
      from reservations r join properties p on p.id = r.property_id cross join unnest(array['booking', 'balance']) kind
      where r.source = 'direct' and (kind = 'booking' or r.balance_made)`
    await tx`
      insert into occupancy (property_id, kind, stay, reservation_id, overbooked)
      select property_id, 'stay', daterange(check_in, check_out), id, true from reservations
      where status <> 'cancelled' and check_out > current_date - 30 and id % 499 = 0`
    await tx`
      insert into conversations (low_id, high_id) select ${OWNER}, 3 + i from generate_series(1, 2000) i`
    await tx`
      insert into messages (conversation_id, sender_id, receiver_id, content) select id, high_id, low_id, 'x' from conversations`
    await tx`
      insert into conversation_sides (user_id, other_id, conversation_id, last_message_id, unread, read_up_to)
      select receiver_id, sender_id, conversation_id, id, case when id % 40 = 0 then 1 else 0 end,
        case when id % 40 = 0 then 0 else id end
      from messages`
  })
  await db`vacuum analyze`
  return db
}

const list = async (db: Database, owner: number, query: Record<string, string>) => {
  const reader = { as: 'owner', user_id: owner, person_id: owner, seesGuests: true } as const
  const { parts, filters } = planList(reader, reservationList.parse(query))
  return readList(db, parts, { ...filters, limit: 20, offset: 0 })
}

const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)

const CASES: [string, query: Record<string, string>][] = [
  ['arrivals of a day', { arrives_from: inDays(0), arrives_to: inDays(0), sort: 'arrival' }],
  ['arrivals of a month', { arrives_from: inDays(0), arrives_to: inDays(30), sort: 'arrival' }],
  ['arrivals from a year ago', { arrives_from: inDays(-365), sort: 'arrival' }],
  ['departures of a day', { departs_from: inDays(0), departs_to: inDays(0), sort: 'departure' }],
  ['departures until today', { departs_to: inDays(0), sort: 'departure' }],
  ['open=unpaid', { open: 'unpaid' }],
  ['open=balance', { open: 'balance' }],
  ['label', { label: 'VIP' }],
  ['sort=arrival', { sort: 'arrival' }],
  ['sort=created', { sort: 'created' }],
  ['q: name', { q: 'user 77' }],
  ['q: a name of nobody', { q: 'xylophone' }],
  ['q: address', { q: 'user7777@' }],
  ['q: telephone', { q: '06 00 12 34 56' }],
  ['q: code of a channel', { q: 'HM120000' }],
]

/** Milliseconds that a member of staff waits for a list, and for the desk, whatever their history. */
const GOALS = { list: 60, desk: 40 }

/** Medians of first pages, and of the desk, of an owner of many stays. */
export async function benchFilters(urlOf: (name: string) => string, count: number): Promise<void> {
  const db = await build(urlOf('lists_filtered'), count)
  const [{ stays } = { stays: 0 }] = await db<{ stays: number }[]>`
    select count(*)::integer as stays from reservations r join properties p on p.id = r.property_id where p.owner_id = ${OWNER}`
  console.log(`\nLists of an owner of ${stays} stays, ${count} in all`)
  const desk = (day: string | undefined) => (owner: number) => readDesk(db, { userId: owner, grant: null }, day)
  const cases: [name: string, run: (owner: number) => Promise<unknown>, goal: number][] = [
    ['all, newest first', (owner) => list(db, owner, {}), GOALS.list],
    ...CASES.map(([name, query]): (typeof cases)[number] => [name, (owner) => list(db, owner, query), GOALS.list]),
    ['desk', desk(undefined), GOALS.desk],
    ['desk of a day', desk(inDays(1)), GOALS.desk],
  ]
  for (const [name, run, goal] of cases) {
    const [median = 0, small = 0] = await medianTimes(
      ROUNDS,
      () => run(OWNER),
      () => run(SMALL.owner),
    )
    const measured = `${round(median, 1)} ms`
    const floor = `${round(small, 1)} ms of an owner of ${Math.round(count / 3000)}`
    keep({ name: `reservations, ${name}`, measured, floor, value: median, goal: `<= ${goal} ms` })
    console.log(`  ${name.padEnd(26)}${measured.padStart(12)}   ${floor}   goal <= ${goal} ms`)
  }
  await db.end()
}
