import { expect } from 'vitest'
import { departureTasks, followStay } from '../../../src/hosting/tasks/departures.ts'
import { type Transaction, transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { retireTriggers } from '../../../src/platform/schema/enabled.ts'
import { alone, inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { expectHomesInStep, scene } from '../../support/booking.ts'
import { changeable } from '../../support/changes.ts'
import { addFeed, calendarOf, importAgain, test as withPlatform } from '../../support/feeds.ts'
import { seeded } from '../../support/seed.ts'
import { joins } from '../../support/team.ts'
import { upgradeFrom03 } from '../../support/upgraded.ts'

/** Cleanings while nodes of 0.3, which leave them to triggers, and of 0.4, which keep them themselves, run beside each other. */

interface Step {
  writes(tx: Transaction, id: number): Promise<unknown>
  /** The step of 0.4 after it: the cleaning follows its stay, also when it was opened again. */
  follows?: 'stay' | 'opening'
}

const byOlder = ({ db }: TestApp, id: number, { writes }: Step) => db.begin((tx) => writes(tx, id))
const byNewer = ({ db }: TestApp, id: number, { writes, follows }: Step) =>
  transaction(db, async (tx) => {
    await writes(tx, id)
    if (follows !== undefined) await followStay(tx, id, follows === 'opening')
  })

/** Writes a stay as all nodes do. */
const stayAs = (values: { status?: string; property_id?: string; check_out?: string }): Step => ({
  follows: 'stay',
  async writes(tx, id) {
    await tx`select from reservations where id = ${id} for update`
    await tx`delete from occupancy where reservation_id = ${id}`
    await tx`update reservations set ${tx({ ...values })} where id = ${id}`
    await tx`
      insert into occupancy (property_id, kind, stay, reservation_id)
      select property_id, 'stay', daterange(check_in, check_out), id from reservations where id = ${id} and status = 'confirmed'`
  },
})
const taskAs = (values: object): Step => ({
  writes: (tx, id) =>
    tx`update tasks set ${tx({ ...values })} where reservation_id = ${id} and departs_on is not null and done_at is null`,
})
const done: Step = {
  async writes(tx, id) {
    await tx`delete from closures where task_id in (select id from tasks where reservation_id = ${id})`
    await tx`update tasks set done_at = now() where reservation_id = ${id} and departs_on is not null and done_at is null`
  },
}
const opened: Step = {
  writes: (tx, id) =>
    tx`update tasks set done_at = null where reservation_id = ${id} and departs_on is not null and done_at is not null`,
  follows: 'opening',
}
const closed = (days: number): Step => ({
  async writes(tx, id) {
    await tx`delete from closures where task_id in (select id from tasks where reservation_id = ${id})`
    await tx`
      with made as (
        insert into closures (property_id, start_date, end_date, task_id)
        select property_id, departs_on, departs_on + ${days}::integer - 1, id from tasks
        where reservation_id = ${id} and departs_on is not null and done_at is null returning *
      )
      insert into occupancy (property_id, kind, stay, closure_id) select property_id, 'closure', daterange(start_date, end_date, '[]'), id from made`
  },
})

/** The cleanings of a stay, with the place of their home among its homes, and the days that they close. */
const cleanings = ({ db }: TestApp, id: number, homes: string[]) => db`
  select array_position(${homes}::uuid[], t.property_id) as home, t.day, t.departs_on, t.kind, t.done_at is not null as is_done, t.assignee_id,
    (select range_agg(daterange(c.start_date, c.end_date, '[]'))::text from closures c where c.task_id = t.id and c.property_id = t.property_id) as closed
  from tasks t where t.reservation_id = ${id}`

alone('a cleaning becomes the same by the trigger of 0.3 and by the rules of 0.4', async ({ t }) => {
  const random = seeded()
  const sides = await Promise.all([byOlder, byNewer].map(async (write) => ({ write, ...(await changeable(t)) })))
  const cleaners = new Map<number, TestUser>()
  for (const { owner, id, home } of sides) cleaners.set(id, await joins(t, owner, 'cleaner', [home]))
  await upgradeFrom03(t.db)
  const stepsOf = ({ id, home, other }: (typeof sides)[number]) => [
    ...[32, 33, 34, 35, 36].flatMap((day) =>
      [home, other].map((property_id) => stayAs({ property_id, check_out: inDays(day), status: 'confirmed' })),
    ),
    ...['cancelled', 'confirmed', 'confirmed', 'no_show'].map((status) => stayAs({ status })),
    ...[33, 36, 38].map((day) => taskAs({ day: inDays(day) })),
    taskAs({ assignee_id: cleaners.get(id)?.id ?? 0 }),
    ...[done, opened, opened, closed(1), closed(3)],
  ]
  const states = new Set<string>()
  for (let count = 0; count < 120; count++) {
    const chosen = random.below(23)
    // A stay that has ended does not end again.
    const isEnding = chosen === 10 || chosen === 13
    const [stay] = await t.db`select from reservations where id = ${sides[0]?.id ?? 0} and status = 'confirmed'`
    if (isEnding && !stay) continue
    const found = []
    for (const side of sides) {
      const outcome = await side.write(t, side.id, stepsOf(side)[chosen] ?? expect.fail()).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
      const rows = await cleanings(t, side.id, [side.home, side.other])
      found.push({ outcome, rows: rows.map((row) => ({ ...row, assignee_id: row.assignee_id !== null })) })
    }
    expect(found[1], `step ${count}: ${chosen}`).toEqual(found[0])
    expect(found[0]?.rows.length).toBeLessThan(2)
    states.add(JSON.stringify(found[0]))
  }
  expect(states.size).toBeGreaterThan(15)
  await expectHomesInStep(t)
})

alone(
  'a departure has one cleaning, whichever nodes write it, also at once, and when 0.4 is enabled',
  async ({ t }) => {
    const { id, home, other } = await changeable(t)
    const count = async () => (await t.db`select from tasks where reservation_id = ${id}`).length
    const cancelled = stayAs({ status: 'cancelled' })
    const confirmed = stayAs({ status: 'confirmed' })
    const moved = (property_id: string) => stayAs({ property_id })
    await upgradeFrom03(t.db)
    for (const first of [byOlder, byNewer])
      for (const then of [byOlder, byNewer]) {
        await first(t, id, cancelled)
        expect(await count()).toBe(0)
        await then(t, id, confirmed)
        expect(await count()).toBe(1)
        await Promise.all([first(t, id, moved(other)), then(t, id, confirmed), then(t, id, moved(home))])
        expect(await count()).toBe(1)
      }
    // Nothing writes it twice: the task of a transaction of 0.4 is not that of the trigger.
    await byOlder(t, id, cancelled)
    await transaction(t.db, (tx) => confirmed.writes(tx, id))
    expect(await count()).toBe(0)

    await retireTriggers(t.db)
    await byOlder(t, id, confirmed)
    expect(await count()).toBe(0)
    await byNewer(t, id, confirmed)
    expect(await count()).toBe(1)
    await byNewer(t, id, cancelled)
    expect(await count()).toBe(0)
  },
)

alone('tasks of members and arrivals of homes follow nodes of both releases', async ({ t }) => {
  const { owner, home } = await scene(t)
  const other = await t.home(owner)
  await upgradeFrom03(t.db)
  const member = await joins(t, owner, 'cleaner', [home])
  const own = { owner_id: owner.id, user_id: member.id }
  const assigned = async () => {
    await t.db`delete from tasks`
    await t.db`insert into tasks (property_id, day, kind, assignee_id) values (${home}, current_date, 'other', ${member.id})`
    return async () => (await t.db`select from tasks where assignee_id = ${member.id}`).length
  }
  const limit = (tx: Transaction) =>
    tx`update team_grants set property_ids = array[${other}::uuid] where user_id = ${member.id}`
  const allow = () => t.db`update team_grants set property_ids = null where user_id = ${member.id}`
  const left = await assigned()
  await t.db.begin(limit)
  expect(await left()).toBe(0)
  await allow()
  await assigned()
  await transaction(t.db, limit)
  expect(await left()).toBe(1)
  await transaction(t.db, (tx) => queries.tasks.release(tx, own))
  expect(await left()).toBe(0)

  const arrivals = async () => (await t.db`select from arrivals`).length
  const arrival = () =>
    t.db`insert into arrivals (property_id, reveal_hours, texts) values (${home}, 24, '{}') on conflict do nothing`
  const archive = (tx: Transaction) => tx`update properties set status = 'archived' where id = ${home}`
  await arrival()
  await t.db.begin(archive)
  expect(await arrivals()).toBe(0)
  await t.db`update properties set status = 'published' where id = ${home}`
  await arrival()
  expect((await t.call('DELETE', `/properties/${home}`, undefined, owner)).status).toBe(200)
  expect(await arrivals()).toBe(0)
})

withPlatform.extend({ own: true, neighbours: false })(
  'cleanings after stays of feeds become the same by the trigger of 0.3 and by 0.4',
  async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    platform.answer = (response) => response.end(calendarOf([10, 12], [12, 15], [20, 22]))
    await addFeed(t, owner, home, platform.url)
    await importAgain(t)
    await upgradeFrom03(t.db)
    const set = (stays: boolean) => (tx: Transaction) =>
      tx`update calendar_feeds set stays = ${stays} where property_id = ${home}`
    const days = async () =>
      (await t.db<{ departs_on: string }[]>`select departs_on from tasks where property_id = ${home} order by 1`).map(
        ({ departs_on }) => departs_on,
      )
    for (const [stays, expected] of [
      [true, [inDays(12), inDays(15), inDays(22)]],
      [false, []],
    ] as const) {
      const before = await days()
      await t.db.begin(set(stays))
      expect(await days()).toEqual(expected)
      await t.db.begin(set(!stays))
      await transaction(t.db, set(stays))
      expect(await days()).toEqual(before)
      await transaction(t.db, (tx) => departureTasks.followFeeds(tx, home))
      expect(await days()).toEqual(expected)
    }
  },
)
