import { describe, expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { paid, refundable } from '../../support/payments.ts'
import { holdUntil, shift } from '../../support/stays.ts'
import { addTask, changeTask } from '../../support/tasks.ts'
import { joins } from '../../support/team.ts'

type Caller = TestUser | { token: string; headers?: Record<string, string> }

const desk = async (t: TestApp, caller: Caller) => (await t.call('GET', '/desk', undefined, caller)).body.data
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)
const listed = async (t: TestApp, owner: TestUser, query: string) =>
  (await t.call('GET', `/reservations?as=owner&${query}`, undefined, owner)).body.data.map(
    ({ id }: { id: number }) => id,
  )
const EMPTY = { total: 0, items: [] }

describe('the desk of a company', () => {
  test('keeps work of days before until it is done', async ({ t }) => {
    const owner = await t.user()
    const property_id = await t.home(owner)
    const { id } = (await addTask(t, owner, { property_id, day: inDays(0), kind: 'other' })).body.data
    expect(await desk(t, owner)).toMatchObject({ tasks: { total: 1 }, late_tasks: EMPTY })
    await t.db`update tasks set day = day - 1 where id = ${id}`
    const late = await desk(t, owner)
    expect([late.tasks, idsOf(late.late_tasks)]).toEqual([EMPTY, [id]])
    await changeTask(t, owner, id, { done: true })
    expect((await desk(t, owner)).late_tasks).toEqual(EMPTY)
  })

  test('says which holds by hand expired, for three days', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const hold = { check_in: inDays(60), check_out: inDays(62), adults: 1, guest: { name: 'Nobody' }, pay: 'link' }
    const { reservation_id } = (await t.call('POST', `/properties/${home}/reservations`, hold, owner)).body.data
    expect((await desk(t, owner)).expired).toEqual(EMPTY)
    await holdUntil(t, '-1 second', reservation_id)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(idsOf((await desk(t, owner)).expired)).toEqual([reservation_id])
    await t.db`update reservation_events set at = at - interval '4 days' where reservation_id = ${reservation_id}`
    expect((await desk(t, owner)).expired).toEqual(EMPTY)
  })

  test('says which payments a bank disputes, until that is decided, to who sees money', async ({ t }) => {
    const { owner, id } = await paid(t)
    for (const [status, isOpen] of [
      ['needs_response', true],
      ['under_review', true],
      ['won', false],
      ['lost', false],
      ['warning_closed', false],
    ] as const) {
      await t.db`update payments set dispute_status = ${status}, disputed_at = now() where reservation_id = ${id}`
      expect([status, idsOf((await desk(t, owner)).disputes)]).toEqual([status, isOpen ? [id] : []])
      expect([status, await listed(t, owner, 'open=disputed')]).toEqual([status, isOpen ? [id] : []])
    }
    const cleaner = await joins(t, owner, 'cleaner')
    expect((await t.call('GET', '/desk', undefined, cleaner)).status).toBe(403)
  })

  test('says which refunds failed, until another one made up for them', async ({ t }) => {
    const { owner, id } = await refundable(t)
    await t.db`
      insert into refunds (payment_id, payment_intent_id, amount_cents, source, status)
      select payment_id, payment_intent_id, 100, 'api', 'failed' from receipts
      where payment_id in (select p.id from payments p where p.reservation_id = ${id})`
    expect([idsOf((await desk(t, owner)).failed_refunds), await listed(t, owner, 'open=refund_failed')]).toEqual([
      [id],
      [id],
    ])
    await t.db`
      insert into refunds (payment_id, payment_intent_id, amount_cents, source, status)
      select payment_id, payment_intent_id, 100, 'api', 'pending' from refunds where status = 'failed'
        and payment_id in (select p.id from payments p where p.reservation_id = ${id})`
    expect((await desk(t, owner)).failed_refunds).toEqual(EMPTY)
  })

  test('says which messages of templates reached nobody', async ({ t }) => {
    const { owner, id, home } = await paid(t)
    await t.db`
      insert into template_sendings (reservation_id, name, due_at, status, reason, settled_at) values
        (${id}, 'Before arrival', now(), 'skipped', 'unreachable', now()),
        (${id}, 'Long ago', now() - interval '8 days', 'skipped', 'unreachable', now()),
        (${id}, 'Cancelled', now(), 'skipped', 'cancelled', now())`
    expect((await desk(t, owner)).unreached).toMatchObject({
      total: 1,
      items: [{ template_id: null, name: 'Before arrival', reservation_id: id, property: { id: home } }],
    })
  })
})

test('stays are listed by where they stand today', async ({ t }) => {
  const { owner, id } = await paid(t)
  const standing = async () => {
    const found = []
    for (const when of ['past', 'in_house', 'coming'])
      if ((await listed(t, owner, `when=${when}`)).includes(id)) found.push(when)
    return found
  }
  expect(await standing()).toEqual(['coming'])
  for (const [from, when] of [
    [1, 'coming'],
    [0, 'in_house'],
    [-3, 'in_house'],
    [-4, 'past'],
  ] as const) {
    await shift(t, id, from)
    expect([from, await standing()]).toEqual([from, [when]])
  }
  await t.db`update reservations set status = 'cancelled', cancelled_by = 'guest', cancelled_at = now() where id = ${id}`
  expect(await standing()).toEqual([])
})
