import { describe, expect } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { erase } from '../../support/accounts.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { collect, DEPOSIT, deposited } from '../../support/settlement.ts'
import { pastStay } from '../../support/stays.ts'

/** The two are never on the same day: their clocks are 25 hours apart. */
const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

const moveHome = (t: TestApp, home: string, timezone: string) =>
  t.db`update properties set timezone = ${timezone} where id = ${home}`

/** The day before today in the east, which in the west is still to end. */
async function yesterdayInTheEast(t: TestApp): Promise<string> {
  const [row] = await t.db<{ day: string }[]>`select (now() at time zone ${EAST})::date - 1 as day`
  return row?.day ?? ''
}

/** Two homes with a stay each that ends on that day. */
async function eastAndWest(t: TestApp, status: string) {
  const day = await yesterdayInTheEast(t)
  const scenes = []
  for (const timezone of [EAST, WEST]) {
    const people = await scene(t)
    await moveHome(t, people.home, timezone)
    const id = await pastStay(t, people.home, people.guest, { status })
    await t.db`update reservations set check_in = ${day}::date - 3, check_out = ${day} where id = ${id}`
    scenes.push({ ...people, id })
  }
  const [east, west] = scenes
  if (!east || !west) throw new Error('no homes')
  return { east, west }
}

const archive = async (t: TestApp, { owner, home }: { owner: TestUser; home: string }) =>
  (await t.call('DELETE', `/properties/${home}`, undefined, owner)).status

describe('a day ends at the home', () => {
  test('for stays that keep a home and its people', async ({ t }) => {
    const { east, west } = await eastAndWest(t, 'confirmed')
    expect([await erase(t, west.guest), await erase(t, east.guest)]).toEqual([409, 200])
    expect([await archive(t, west), await archive(t, east)]).toEqual([409, 200])
    expect([await erase(t, west.owner), await erase(t, east.owner)]).toEqual([409, 200])
  })

  test('for stays that can be reviewed for thirty days', async ({ t }) => {
    const { east, west } = await eastAndWest(t, 'completed')
    await t.db`update reservations set check_in = check_in - 30, check_out = check_out - 30 where id in ${t.db([east.id, west.id])}`
    const review = async ({ guest, home }: { guest: TestUser; home: string }) =>
      (await t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'x' }, guest)).status
    expect([await review(east), await review(west)]).toEqual([409, 201])
  })

  alone('for stays that are completed', async ({ t }) => {
    const { east, west } = await eastAndWest(t, 'checked_in')
    await t.app.jobs.enqueue(t.db, completeStays, {})
    await t.drain()
    expect(await t.db`select id, status from reservations order by id`).toEqual([
      { id: east.id, status: 'completed' },
      { id: west.id, status: 'checked_in' },
    ])
  })

  alone('for balances that are due', async ({ t }) => {
    const [east, west] = [await deposited(t, undefined, DEPOSIT), await deposited(t, undefined, DEPOSIT)]
    await moveHome(t, east.home, EAST)
    await moveHome(t, west.home, WEST)
    await t.db`update reservations set balance_due_on = (now() at time zone ${EAST})::date`
    await collect(t)
    expect(await t.db`select reservation_id from payments where kind = 'balance'`).toEqual([
      { reservation_id: east.id },
    ])
  })
})
