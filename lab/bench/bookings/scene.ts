import type { FastifyInstance } from 'fastify'
import { priceFromDatabase } from '../../../src/homes/rates/load.ts'
import { type Database, transaction } from '../../../src/platform/db/client.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { randomOf, SEED } from '../../../tests/support/random.ts'

export const CLIENTS = 32
/** Few, so that the clients wait for each other. */
const CONTENDED_HOMES = 8
const MOST_STAYS = 480
const NIGHTS = [2, 3, 4, 7]

export interface Stay {
  property_id: string
  check_in: string
  check_out: string
  adults: number
  children: number
  infants: number
}

export interface Scene {
  /** Stays that keep the rules of their homes and do not overlap, in random order. */
  stays: Stay[]
  /** One for each client, because the bookings of one guest are serialised. */
  guests: { id: number; token: string }[]
}

/** The next stay of a home from a day on that its rules allow; undefined: none within its booking window. */
async function nextStay(db: Database, property_id: string, from: string, last: string): Promise<Stay | undefined> {
  for (let check_in = from; check_in <= last; check_in = addDays(check_in, 1)) {
    for (const nights of NIGHTS) {
      const stay = { property_id, check_in, check_out: addDays(check_in, nights), adults: 2, children: 0, infants: 0 }
      if ((await priceFromDatabase(db, stay)).violations.length === 0) return stay
    }
  }
  return undefined
}

/** Guests with their tokens, and stays that eight of the demo's homes can sell within a year. */
export async function prepareScene(app: FastifyInstance): Promise<Scene> {
  const { db } = app
  const random = randomOf(SEED)
  const [clock] = await db<{ today: string }[]>`select current_date as today`
  const today = clock?.today ?? ''
  const homes = await db<{ id: string }[]>`
    select id from properties where status = 'published' and instant_book order by id limit ${CONTENDED_HOMES}`
  const stays: Stay[] = []
  for (const { id } of homes) {
    let stay = await nextStay(db, id, addDays(today, 2), addDays(today, 360))
    while (stay) {
      stays.push(stay)
      stay = await nextStay(db, id, stay.check_out, addDays(today, 360))
    }
  }
  // The floor has no copies for teams.
  await db`delete from team_grants where owner_id in (select owner_id from properties where id = any (${homes.map(({ id }) => id)}))`
  const users = await db<{ id: number }[]>`
    insert into users (username, first_name, last_name, email, email_verified_at)
    select 'guest' || i, 'Guest', i::text, 'guest' || i || '@example.org', now() from generate_series(1, ${CLIENTS}) i
    returning id`
  return {
    stays: stays
      .map((stay) => ({ stay, order: random.below(2 ** 30) }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ stay }) => stay)
      .slice(0, MOST_STAYS),
    guests: users.map(({ id }) => ({ id, token: app.issueToken({ id, token_version: 1 }).token })),
  }
}

/** Empties what bookings have written. `truncate` fires no trigger of a row, so the nights of the search are written here. */
export async function clear(db: Database): Promise<void> {
  // A dispatcher may read these tables at the same time. `transaction` repeats after a deadlock.
  await transaction(
    db,
    (tx) =>
      tx`truncate occupancy, payments, refunds, reservation_events, reservations, notifications, attempt_counters, inbound_events cascade`,
  )
  await db`delete from pgboss.job where start_after > now() + interval '30 days'`
  await db`select search_keep_nights(array(select id from properties))`
  // Autovacuum reaches a new table minutes later. Until then its statements read whole queues.
  await db`vacuum analyze pgboss.job`
}
