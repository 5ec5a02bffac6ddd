import { expect } from 'vitest'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { findDrift } from './drift.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'

/** A home, its owner and a guest, for tests of reservations. */

export const stay = (property_id: string, from = 30, nights = 3) => ({
  property_id,
  check_in: inDays(from),
  check_out: inDays(from + nights),
  adults: 2,
})

export async function scene(t: TestApp, fields: Record<string, unknown> = {}) {
  const owner = await t.user()
  const home = await t.home(owner, fields)
  return { owner, home, guest: await t.user({ locale: 'en' }) }
}

export const book = (t: TestApp, guest: TestUser, body: object, headers: Record<string, string> = {}) =>
  t.call('POST', '/reservations', body, { token: guest.token, headers })

export const occupied = (t: TestApp, home: string | null = null) =>
  t.db<{ stay: string }[]>`
    select o.stay::text from occupancy o join properties p on p.id = o.property_id
    where p.id = ${home} or (${home}::uuid is null and p.currency <> ${NEIGHBOURS_CURRENCY}) order by o.id`

/** Future stays that take place without a cleaning after them, or with an open one on another day or at another home. */
const findUncleaned = (t: TestApp) => t.db`
  select r.id, r.status, r.check_out, t.departs_on, t.property_id
  from reservations r
  join properties p on p.id = r.property_id and p.currency <> ${NEIGHBOURS_CURRENCY}
  left join tasks t on t.reservation_id = r.id and t.departs_on is not null
  where stay_takes_place(r.status) and r.check_out > current_date
    and (t.id is null or t.done_at is null and (t.departs_on, t.property_id) is distinct from (r.check_out, r.property_id))`

/** Checks that the copies on a home's row equal the calendar tables, except for past nights, and that each stay has its cleaning. */
export async function expectHomesInStep(t: TestApp) {
  expect(await findDrift(t.db)).toEqual([])
  expect(await findUncleaned(t)).toEqual([])
}
