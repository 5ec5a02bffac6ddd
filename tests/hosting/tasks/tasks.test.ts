import { expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { alone, inDays, test } from '../../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../../support/booking.ts'
import { bulk, days, statuses } from '../../support/calendars.ts'
import { feed } from '../../support/feed.ts'
import { publicPath } from '../../support/feeds.ts'
import { picture } from '../../support/files.ts'
import { makeKey } from '../../support/keys.ts'
import { paid } from '../../support/payments.ts'
import { addTask, changeTask, deleteTask, tasksOf } from '../../support/tasks.ts'
import { joins } from '../../support/team.ts'

test('a task closes days of its home until it is done, shortened or deleted', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const work = { property_id: home, day: inDays(10), kind: 'maintenance', closes_days: 3 }
  const { data: task } = (await addTask(t, owner, work)).body
  expect(task).toMatchObject({ closes_days: 3, departs_on: null })
  expect(await statuses(t, home, 9, 13)).toEqual(['available', 'closed', 'closed', 'closed', 'available'])
  expect((await book(t, guest, stay(home, 11, 2))).status).toBe(409)
  // Another task may close the same days, and has its own.
  const twin = (await addTask(t, owner, work)).body.data
  expect((await changeTask(t, owner, twin.id, { done: true })).body.data.closes_days).toBe(0)
  expect(await statuses(t, home, 10, 12)).toEqual(['closed', 'closed', 'closed'])
  await changeTask(t, owner, task.id, { day: inDays(11) })
  expect(await statuses(t, home, 10, 14)).toEqual(['available', 'closed', 'closed', 'closed', 'available'])
  await bulk(t, owner, home, { action: 'unblock', ...days(12, 12) })
  expect((await tasksOf(t, owner, '?done=false'))[0].closes_days).toBe(2)
  expect((await changeTask(t, owner, task.id, { closes_days: 1 })).body.data.closes_days).toBe(1)
  expect(await statuses(t, home, 11, 13)).toEqual(['closed', 'available', 'available'])
  await book(t, guest, stay(home, 12, 2))
  expect((await changeTask(t, owner, task.id, { closes_days: 2 })).body.code).toBe('reserved_days')
  expect((await addTask(t, owner, work)).body.code).toBe('reserved_days')
  expect(await tasksOf(t, owner, '?kind=maintenance&done=false')).toMatchObject([{ id: task.id, closes_days: 1 }])
  await changeTask(t, owner, task.id, { closes_days: 0 })
  expect(await statuses(t, home, 11, 11)).toEqual(['available'])
  await changeTask(t, owner, task.id, { closes_days: 1 })
  expect((await deleteTask(t, owner, task.id)).status).toBe(200)
  expect(await statuses(t, home, 11, 11)).toEqual(['available'])
  await expectHomesInStep(t)
})

test('the list has no tasks of archived homes, and an assignee sees tasks', async ({ t }) => {
  const { owner, home } = await scene(t)
  const other = await t.home(owner)
  const make = (body: object) => addTask(t, owner, { property_id: other, day: inDays(3), kind: 'other', ...body })
  const accountant = await joins(t, owner, 'accountant')
  const refused = await make({ assignee_id: accountant.id })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['assignee_id']])
  for (const role of ['cleaner', 'desk', 'manager'] as const)
    expect((await make({ assignee_id: (await joins(t, owner, role)).id })).status).toBe(201)
  const { data: task } = (await make({ property_id: home })).body
  const range = await t.call('GET', `/tasks?from=${inDays(5)}&to=${inDays(4)}`, undefined, owner)
  expect([range.status, Object.keys(range.body.errors)]).toEqual([400, ['to']])
  expect((await t.call('DELETE', `/properties/${home}`, undefined, owner)).status).toBe(200)
  expect((await tasksOf(t, owner)).map(({ id }: { id: number }) => id)).not.toContain(task.id)
  expect((await changeTask(t, owner, task.id, { done: true })).status).toBe(404)
})

test('of a task that closes days and a booking of one of them, one has them', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  for (let round = 0; round < 6; round++) {
    const from = 20 + round * 10
    const work = { property_id: home, day: inDays(from), kind: 'other', closes_days: 3 }
    const [made, booked] = await Promise.all([addTask(t, owner, work), book(t, guest, stay(home, from + 1, 3))])
    expect([made.status, booked.status].toSorted()).toEqual([201, 409])
    if (booked.status === 201)
      await t.call('POST', `/reservations/${booked.body.data.reservation_id}/cancel`, {}, guest)
  }
  await expectHomesInStep(t)
})

test('the list filters and pages, and what is wrong is said by field', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const other = await t.home(owner)
  const make = (body: object) => addTask(t, owner, { property_id: home, day: inDays(3), kind: 'other', ...body })
  const ids: number[] = []
  for (const body of [{}, { day: inDays(5) }, { kind: 'maintenance', day: inDays(4) }, { property_id: other }])
    ids.push((await make(body)).body.data.id)
  const listed = async (query: string) =>
    (await tasksOf(t, owner, query)).map(({ id }: { id: number }) => ids.indexOf(id))
  expect(await listed('')).toEqual([0, 3, 2, 1])
  expect(await listed(`?property_id=${home}&to=${inDays(4)}`)).toEqual([0, 2])
  expect(await listed(`?from=${inDays(4)}&kind=other`)).toEqual([1])
  expect(await listed(`?assignee_id=${owner.id}`)).toEqual([])
  expect(await listed('?per_page=2&page=2')).toEqual([2, 1])
  const wrong: [object, string][] = [
    [{ day: '2027-02-30' }, 'day'],
    [{ kind: 'x' }, 'kind'],
    [{ closes_days: 367 }, 'closes_days'],
    [{ closes_days: 1.5 }, 'closes_days'],
    [{ note: '' }, 'note'],
    [{ note: 'x'.repeat(5_001) }, 'note'],
    [{ assignee_id: 'x' }, 'assignee_id'],
    [{ reservation_id: 999_999 }, 'reservation_id'],
    [{ done_at: null }, 'done_at'],
    [{ day: '2199-12-31', closes_days: 2 }, 'closes_days'],
  ]
  for (const [body, field] of wrong) {
    const { status, body: answer } = await make(body)
    expect([body, status, Object.keys(answer.errors ?? {})]).toEqual([body, 400, [field]])
  }
  expect((await changeTask(t, owner, ids[0] ?? 0, { kind: 'other' })).status).toBe(400)
  for (const query of ['?done=maybe', '?from=x', '?kind=x'])
    expect((await t.call('GET', `/tasks${query}`, undefined, owner)).status).toBe(400)
  expect((await addTask(t, guest, { property_id: home, day: inDays(3), kind: 'other' })).status).toBe(403)
  expect((await t.call('GET', `/tasks/${ids[0]}`, undefined, guest)).status).toBe(404)
  expect((await changeTask(t, guest, ids[0] ?? 0, { done: true })).status).toBe(404)
  // A key for one home, and one that only reads.
  const key = await makeKey(t, owner, { scopes: ['tasks.read', 'tasks.write'], property_ids: [other] })
  expect((await t.call('GET', '/tasks', undefined, key)).body.data).toHaveLength(1)
  expect((await t.call('PATCH', `/tasks/${ids[3]}`, { done: true, day: inDays(9) }, key)).status).toBe(200)
  expect((await t.call('PATCH', `/tasks/${ids[0]}`, { done: true }, key)).status).toBe(404)
  const reader = await makeKey(t, owner, { scopes: ['tasks.read'] })
  expect((await t.call('PATCH', `/tasks/${ids[0]}`, { done: true }, reader)).body.code).toBe('scope_missing')
})

test('the desk has the open tasks of the day', async ({ t }) => {
  const { owner, home } = await scene(t)
  const make = async (day: number) =>
    (await addTask(t, owner, { property_id: home, day: inDays(day), kind: 'other' })).body.data.id
  const [today, done] = [await make(0), await make(0)]
  const later = await make(4)
  await changeTask(t, owner, done, { done: true })
  const desk = async (user: Parameters<typeof joins>[1], query = '') =>
    (await t.call('GET', `/desk${query}`, undefined, user)).body.data.tasks
  expect(await desk(owner)).toMatchObject({ total: 1, items: [{ id: today }] })
  expect(await desk(await joins(t, owner, 'desk'), `?day=${inDays(4)}`)).toMatchObject({
    total: 1,
    items: [{ id: later }],
  })
  expect(await desk(await joins(t, owner, 'accountant'))).toBeNull()
})

const LIMITS = { env: { TASKS_PER_ACCOUNT: '2', TASKS_PER_DAY: '3', TASKS_KEEP_DAYS: '30' } }

alone.extend<{ env: Record<string, string> }>(LIMITS)(
  'tasks of an account are limited and leave by age, with the files of their pictures',
  async ({ t }) => {
    const { owner, home } = await paid(t)
    const make = () => addTask(t, owner, { property_id: home, day: inDays(3), kind: 'other' })
    const task = (await make()).body.data
    await make()
    expect((await make()).body).toMatchObject({ code: 'limit_reached', data: { limit: 2 } })
    await changeTask(t, owner, task.id, { done: true })
    expect((await make()).status).toBe(201)
    await changeTask(t, owner, task.id, { done: true })
    await t.db`update tasks set done_at = now()`
    expect((await make()).status).toBe(429)

    const add = async () => t.form(`/tasks/${task.id}/pictures`, { picture: await picture('red') }, owner)
    const { pictures } = (await add()).body.data
    const read = async (url: string, user?: { token: string }) =>
      (await t.call('GET', publicPath(url), undefined, user)).status
    const [{ url }] = pictures
    expect([await read(url), await read(url.replace(/signature=./, 'signature=_'))]).toEqual([200, 403])
    const bare = url.slice(0, url.indexOf('?'))
    expect([await read(bare), await read(bare, owner), await read(bare, await t.user())]).toEqual([401, 200, 404])
    for (let count = 1; count < 10; count++) expect((await add()).status).toBe(201)
    expect((await add()).body.code).toBe('too_many_pictures')
    expect((await t.call('DELETE', bare.replace('http://sejour.test/api/v1', ''), undefined, owner)).status).toBe(200)
    expect([await read(bare, owner), await read(url)]).toEqual([404, 404])
    const [kept] = (await t.call('GET', `/tasks/${task.id}`, undefined, owner)).body.data.pictures
    const { next } = await feed(t, owner, 'latest')
    await t.db`update tasks set day = current_date - 31 where id = ${task.id}`
    await feed(t, owner)
    await housekeeping.run(t.app, {})
    expect((await t.call('GET', `/tasks/${task.id}`, undefined, owner)).status).toBe(404)
    expect(await read(kept.url)).toBe(404)
    // Housekeeping causes no event.
    expect((await feed(t, owner, next)).events.map(({ type }) => type)).toEqual(['task.changed'])
  },
)

test('events tell what changes of a task without names and texts, also of one that a booking makes', async ({ t }) => {
  const { owner, guest, home, id } = await paid(t)
  const types = async (after?: string) =>
    (await feed(t, owner, after)).events.filter(({ type }) => type.startsWith('task.'))
  const [task] = await tasksOf(t, owner)
  expect(await types()).toMatchObject([
    { type: 'task.created', subject_id: String(task.id), data: { day: inDays(33), reservation_id: id } },
  ])
  let { next } = await feed(t, owner, 'latest')
  await changeTask(t, owner, task.id, { note: 'A secret' })
  expect(await types(next)).toEqual([])
  await changeTask(t, owner, task.id, { assignee_id: owner.id })
  const [told] = await types(next)
  expect(told).toMatchObject({
    type: 'task.changed',
    property_id: home,
    data: { assignee_id: owner.id },
    previous: { assignee_id: null },
  })
  expect(JSON.stringify(told)).not.toContain('secret')
  next = (await feed(t, owner, 'latest')).next
  await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
  expect(await types(next)).toMatchObject([{ type: 'task.deleted', data: null, previous: { day: inDays(33) } }])
})
