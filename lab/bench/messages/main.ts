/**
 * `npm run bench:messages [-- --messages N]`: first pages of conversations, messages and reviews in a database of a thousand
 * messages and in one of N (ten million by default), in which one person has 5,000 conversations, one conversation 100,000
 * messages and one home 20,000 reviews. It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { keep, medianTimes, round } from '../support.ts'

interface Size {
  /** Conversations of user 1, with 20 messages each; of the rest, with 20 each as well. */
  own: number
  others: number
  /** Messages of the first conversation of user 1. */
  longest: number
  /** Reviews of the first home. */
  reviews: number
}

const SMALL: Size = { own: 50, others: 0, longest: 20, reviews: 50 }
const LARGE = { own: 5_000, longest: 100_000, reviews: 20_000 }
const EACH = 20
const ROUNDS = 400

const { values } = parseArgs({ options: { messages: { type: 'string', default: '10000000' } } })
const messages = Number(values.messages)
if (!Number.isSafeInteger(messages) || messages < 500_000) throw new Error('--messages takes 500000 or more')

async function build(url: string, { own, others, longest, reviews }: Size): Promise<Database> {
  await migrate(url)
  const db = connect(url, { max: 1, patient: true })
  // The keys of what follows fit; checking twenty million of them takes longer than writing them.
  await db`set session_replication_role = replica`
  await loadPlaces(db, { smallest: 500_000 })
  await db`
    insert into users (username, first_name, last_name, email, email_verified_at)
    select 'user' || i, 'User', i::text, 'user' || i || '@example.org', now()
    from generate_series(1, ${2 + Math.max(own, others, reviews)}::integer) i`
  await db`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
      max_guests, included_guests, base_price_cents)
    select 1, 'Home', 'apartment', 'entire_home', country_id, id, 48, 2, 'Europe/Paris', 4, 2, 10000 from cities limit 1`
  const [home] = await db<{ id: string }[]>`select id from properties`
  const id = home?.id ?? ''
  await db`insert into conversations (low_id, high_id) select 1, 2 + i from generate_series(1, ${own}::integer) i`
  // Pairs of neighbours, so that each is another one.
  await db`insert into conversations (low_id, high_id) select 1 + i, 2 + i from generate_series(1, ${others}::integer) i`
  // Mixed, as time mixes them: the messages of a conversation are far apart on the disk.
  await db`
    insert into messages (conversation_id, sender_id, receiver_id, content)
    select c.id, c.low_id, c.high_id, 'Is the key still under the third flower pot, or with the neighbour?'
    from generate_series(1, ${EACH}) n, conversations c`
  await db`
    insert into messages (conversation_id, sender_id, receiver_id, content)
    select 1, 1, 3, 'And again ' || n from generate_series(1, ${longest - EACH}::integer) n`
  await db`
    insert into conversation_sides (user_id, other_id, conversation_id, last_message_id, unread)
    select p.user_id, p.other_id, c.id, m.last_id, 1
    from conversations c
    join (select conversation_id, max(id) as last_id from messages group by 1) m on m.conversation_id = c.id
    cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) p (user_id, other_id)`
  await db`insert into conversation_totals select user_id, count(*) from conversation_sides group by 1`
  await db`
    insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
    select ${id}::uuid, 2 + i, date '2020-01-01' + i * 3, date '2020-01-04' + i * 3, 2, 'completed', '{}', 30000, 30000, 'EUR'
    from generate_series(1, ${reviews}::integer) i`
  await db`
    insert into comments (property_id, reservation_id, author_id, rating, content)
    select property_id, id, guest_id, 1 + id % 5, 'A quiet house with a view over the bay.' from reservations`
  await db`update properties set rating_count = ${reviews}, rating_average = 3`
  await db`vacuum analyze`
  return db
}

const page = { limit: 20, offset: 0 }

const CASES: [string, (db: Database, home: string) => Promise<unknown>][] = [
  ['conversations', (db) => queries.messages.listConversations(db, { user_id: 1, ...page })],
  ['messages of one', (db) => queries.messages.list(db, new Set(), { conversation_id: 1, limit: 20 })],
  ['reviews of a home', (db, property_id) => queries.reviews.list(db, { property_id, sources: [], ...page })],
  ['their summary', (db, property_id) => queries.reviews.findHome(db, { property_id })],
]

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-messages-'))
const server = await startEmbedded({
  folder: path.join(folder, 'postgres'),
  settings: { shared_buffers: '512MB', fsync: 'off', max_wal_size: '4GB' },
})
try {
  const small = await build(server.url('messages_small'), SMALL)
  const others = messages / EACH - LARGE.own
  const large = await build(server.url('messages_large'), { ...LARGE, others })
  const homeOf = async (db: Database) => (await db<{ id: string }[]>`select id from properties`)[0]?.id ?? ''
  const [small_home, large_home] = [await homeOf(small), await homeOf(large)]
  console.log(`\nFirst pages: 1,000 and ${messages} messages in all (goal <= 1.3)`)
  for (const [name, run] of CASES) {
    const [floor = 0, many = 0] = await medianTimes(
      ROUNDS,
      () => run(small, small_home),
      () => run(large, large_home),
    )
    keep({
      name: `messages, ${name}`,
      measured: `${round(many, 2)} ms`,
      floor: `${round(floor, 2)} ms of 1,000`,
      value: many / floor,
      goal: '<= 1.3',
    })
    console.log(
      `  ${name.padEnd(26)}${round(floor, 2).padStart(8)} ms${round(many, 2).padStart(8)} ms   ratio ${round(many / floor, 2)}`,
    )
  }
  await small.end()
  await large.end()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
