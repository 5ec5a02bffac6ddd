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

export const occupied = (t: TestApp) =>
  t.db<{ stay: string }[]>`
    select o.stay::text from occupancy o join properties p on p.id = o.property_id
    where p.currency <> ${NEIGHBOURS_CURRENCY} order by o.id`

/** Checks that the copies on a home's row equal the calendar tables, except for past nights. */
export async function expectHomesInStep(t: TestApp) {
  expect(await findDrift(t.db)).toEqual([])
}
