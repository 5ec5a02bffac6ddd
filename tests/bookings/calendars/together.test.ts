import { describe, expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { expectHomesInStep, scene } from '../../support/booking.ts'
import { bookDays, bulk, close, days } from '../../support/calendars.ts'
import { drain } from '../../support/jobs.ts'
import { seeded } from '../../support/seed.ts'
import { holdUntil } from '../../support/stays.ts'

describe('together', () => {
  test('of a closure and a booking of the same nights at once exactly one remains', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    for (let round = 0; round < 15; round++) {
      const from = 10 + round * 5
      const [closed, booked] = await Promise.all([
        close(t, owner, home, from, from + 2),
        bookDays(t, guest, home, from + 1, from + 3),
      ])
      expect([closed.status, booked.status].toSorted()).toEqual([201, 409])
    }
    await expectHomesInStep(t)
  })

  test('after a storm on two nodes a home’s row says what its tables say, and nothing overlaps', async ({ t }) => {
    const { owner, guest } = await scene(t)
    const homes = await Promise.all([1, 2].map(() => t.home(owner)))
    const nodes: TestApp[] = [t, { ...t, ...(await t.node()) }]
    const { below, pick } = seeded()
    const range = (): [from: number, to: number] => {
      const from = 5 + below(40)
      return [from, from + below(4)]
    }
    const actions: ((node: TestApp) => Promise<{ status: number }>)[] = [
      (node) => bookDays(node, guest, pick(homes), 5 + below(40), 46 + below(5)),
      (node) => {
        const [from, to] = range()
        return bookDays(node, guest, pick(homes), from, to + 1)
      },
      (node) => close(node, owner, pick(homes), ...range()),
      (node) => bulk(node, owner, pick(homes), { action: 'unblock', ...days(...range()) }),
      (node) =>
        bulk(node, owner, pick(homes), { action: 'set_price', ...days(...range()), price_per_night: below(200) }),
      (node) => bulk(node, owner, pick(homes), { action: 'set_price', ...days(...range()), price_per_night: null }),
      (node) => {
        const [from, to] = range()
        const season = { season_libelle: 's', season_start_date: inDays(from), season_end_date: inDays(to) }
        const body = { property_id: pick(homes), ...season, season_reduction_percent: 10 }
        return node.call('POST', '/seasons-test', body, owner)
      },
      (node) => {
        const change = pick([{ season_status: 'active' }, { season_status: 'inactive' }, { property_id: pick(homes) }])
        return node.call('PATCH', `/seasons-test/${1 + below(20)}`, change, owner)
      },
      (node) => node.call('DELETE', `/seasons-test/${1 + below(20)}`, undefined, owner),
      (node) => node.call('POST', `/reservations/${1 + below(60)}/cancel`, {}, guest),
      async (node) => {
        await holdUntil(t, '-1 second', 1 + below(60))
        await node.app.jobs.enqueue(t.db, expireHoldsJob, {})
        return { status: 200 }
      },
    ]
    const workers = await Promise.all(nodes.map((node) => node.app.jobs.work()))
    const answers = await Promise.all(Array.from({ length: 250 }, () => pick(actions)(pick(nodes))))
    await drain(t.app)
    await Promise.all(workers.map((node) => node.stop()))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([])
    expect(statuses).toContain(409)
    await expectHomesInStep(t)
    const overlaps = await t.db`
      select from occupancy a join occupancy b on a.property_id = b.property_id and a.id < b.id and a.stay && b.stay
      where a.kind = 'stay' or b.kind = 'stay'`
    expect(overlaps).toHaveLength(0)
    const lost =
      await t.db`select from reservations r where status in ('pending', 'confirmed') and not exists (select from occupancy o where o.reservation_id = r.id)`
    expect(lost).toHaveLength(0)
  })
})
