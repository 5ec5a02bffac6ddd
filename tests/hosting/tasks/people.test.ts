import { expect } from 'vitest'
import { scopesOfRole } from '../../../src/accounts/roles.ts'
import { operationsOf } from '../../support/access.ts'
import { alone, inDays, PASSWORD, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { publicPath, readShared } from '../../support/feeds.ts'
import { picture } from '../../support/files.ts'
import { makeKey } from '../../support/keys.ts'
import { paid } from '../../support/payments.ts'
import { addTask, changeTask, deleteTask, tasksOf } from '../../support/tasks.ts'
import { asThemselves, joins } from '../../support/team.ts'

test('a cleaner sees the tasks of their homes without names and money, and does those that are theirs or nobody’s', async ({
  t,
}) => {
  const { owner, guest, home, id } = await paid(t, { address: '12 rue du Port' })
  const elsewhere = await t.home(owner)
  const [cleaner, colleague] = [await joins(t, owner, 'cleaner', [home]), await joins(t, owner, 'cleaner')]
  await addTask(t, owner, { property_id: elsewhere, day: inDays(5), kind: 'other' })
  const [task] = await tasksOf(t, cleaner)
  expect(await tasksOf(t, cleaner)).toHaveLength(1)
  expect(task).toMatchObject({ reservation_id: id, property: { address: '12 rue du Port' } })
  const [{ first_name, last_name }] = await t.db<[{ first_name: string; last_name: string }]>`
    select first_name, last_name from users where id = ${guest.id}`
  for (const secret of [first_name, last_name, guest.email, guest.username, 'amount', 'total"'])
    expect(JSON.stringify(task)).not.toContain(secret)

  const own = { done: true, note: 'A glass is broken' }
  expect((await changeTask(t, cleaner, task.id, own)).body.data).toMatchObject({ note: own.note, closes_days: 0 })
  expect((await changeTask(t, cleaner, task.id, { done: false })).body.data.done_at).toBeNull()
  await changeTask(t, owner, task.id, { assignee_id: colleague.id })
  expect((await changeTask(t, cleaner, task.id, own)).body.code).toBe('forbidden')
  const form = { picture: await picture('red') }
  expect((await t.form(`/tasks/${task.id}/pictures`, form, cleaner)).status).toBe(403)
  await changeTask(t, owner, task.id, { assignee_id: cleaner.id })
  expect((await t.form(`/tasks/${task.id}/pictures`, form, cleaner)).status).toBe(201)
  const beyond = [
    ...[{ day: inDays(3) }, { assignee_id: null }, { closes_days: 1 }].map((body) =>
      changeTask(t, cleaner, task.id, body),
    ),
    addTask(t, cleaner, { property_id: home, day: inDays(3), kind: 'cleaning' }),
    deleteTask(t, cleaner, task.id),
  ]
  for (const { body } of await Promise.all(beyond))
    expect([body.code, body.data]).toEqual(['scope_missing', { scope: 'tasks.assign' }])
})

alone('a cleaner is let in where the role says, and nowhere else', async ({ t }) => {
  const { owner, home } = await scene(t)
  const cleaner = await joins(t, owner, 'cleaner', [home])
  const scopes: readonly string[] = scopesOfRole('cleaner')
  for (const { name, url, teamScopes } of operationsOf(t)) {
    if (!teamScopes || teamScopes.length === 0) continue
    const [method = ''] = name.split(' ')
    const path = url.replaceAll(/\{[^}]+\}/g, (part) => (/property|^\{id\}$/.test(part) ? home : '1'))
    const { status, body } = await t.call(method, path, ['GET', 'DELETE'].includes(method) ? undefined : {}, cleaner)
    const isMissing = status === 403 && body.code === 'scope_missing'
    expect([name, isMissing]).toEqual([name, teamScopes.some((scope) => !scopes.includes(scope))])
  }
})

test('a task has an assignee of the team, and loses them when they leave the team or the home', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const cleaner = await joins(t, owner, 'cleaner')
  const other = await t.home(owner)
  const wanted = { property_id: home, day: inDays(3), kind: 'maintenance', assignee_id: cleaner.id }
  const { data: task } = (await addTask(t, owner, wanted)).body
  expect(task.assignee).toEqual({ id: cleaner.id, first_name: expect.any(String) })
  const done = (await addTask(t, owner, wanted)).body.data
  await changeTask(t, owner, done.id, { done: true })
  expect((await tasksOf(t, owner, `?assignee_id=${cleaner.id}&done=false`)).length).toBe(1)
  for (const assignee_id of [guest.id, 999_999]) {
    expect((await addTask(t, owner, { ...wanted, assignee_id })).body.errors).toHaveProperty('assignee_id')
    expect((await changeTask(t, owner, task.id, { assignee_id })).body.errors).toHaveProperty('assignee_id')
  }
  expect((await changeTask(t, owner, task.id, { assignee_id: owner.id })).body.data.assignee.id).toBe(owner.id)
  await changeTask(t, owner, task.id, { assignee_id: cleaner.id })
  const assignee = async (id: number) =>
    (await tasksOf(t, owner)).find((one: { id: number }) => one.id === id).assignee?.id ?? null
  await t.call('PATCH', `/team/${cleaner.member_id}`, { property_ids: [other] }, owner)
  expect([await assignee(task.id), await assignee(done.id)]).toEqual([null, cleaner.id])
  await t.call('PATCH', `/team/${cleaner.member_id}`, { property_ids: null }, owner)
  await changeTask(t, owner, task.id, { assignee_id: cleaner.id })

  // Whoever is given tasks while they leave keeps none.
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => addTask(t, owner, { ...wanted, day: inDays(4 + index) })),
    t.call('DELETE', `/team/${cleaner.member_id}`, undefined, owner),
    ...Array.from({ length: 6 }, () => changeTask(t, owner, task.id, { assignee_id: cleaner.id })),
  ])
  expect(answers.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([])
  expect(await t.db`select id from tasks where assignee_id = ${cleaner.id} and done_at is null`).toEqual([])

  expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, asThemselves(cleaner))).status).toBe(200)
  expect(await assignee(done.id)).toBeNull()
})

test('the calendar of somebody’s tasks has a secret address, which ends with a new one and with the membership', async ({
  t,
}) => {
  const { owner, home } = await scene(t, { title: 'Casa' })
  const cleaner = await joins(t, owner, 'cleaner')
  const job = { property_id: home, day: inDays(3), kind: 'cleaning', note: 'Key of Ada', assignee_id: cleaner.id }
  await addTask(t, owner, job)
  await addTask(t, owner, { ...job, assignee_id: null })
  const address = async (method: string) => (await t.call(method, '/tasks/calendar', undefined, cleaner)).body.data.url
  expect(await address('GET')).toBeNull()
  const first = await address('POST')
  expect(await address('GET')).toBe(first)
  expect(await readShared(t, first)).toEqual([
    { uid: expect.stringMatching(/^task-\d+@sejour$/), summary: 'Ménage · Casa', nights: [inDays(3), inDays(4)] },
  ])
  const second = await address('POST')
  const status = async (url: string) => (await t.call('GET', publicPath(url))).status
  expect([await status(first), await status(second)]).toEqual([404, 200])
  expect((await t.call('GET', '/tasks/calendar', undefined, await makeKey(t, owner))).status).toBe(403)
  await t.call('PATCH', `/team/${cleaner.member_id}`, { role: 'accountant' }, owner)
  expect(await status(second)).toBe(404)
  await t.call('PATCH', `/team/${cleaner.member_id}`, { role: 'cleaner' }, owner)
  expect(await status(second)).toBe(200)
  await t.call('DELETE', `/team/${cleaner.member_id}`, undefined, owner)
  expect(await status(second)).toBe(404)
})

test('a cleaner reports what is broken at their homes, and hands out no work', async ({ t }) => {
  const owner = await t.user()
  const [home, other] = [await t.home(owner), await t.home(owner)]
  const cleaner = await joins(t, owner, 'cleaner', [home])
  const fault = { property_id: home, day: inDays(0), kind: 'maintenance', note: 'The lamp by the door is broken.' }
  const reported = await addTask(t, cleaner, fault)
  expect([reported.status, reported.body.data]).toMatchObject([201, { note: fault.note, assignee: null }])
  expect((await t.call('GET', '/desk', undefined, owner)).body.data.tasks).toMatchObject({ total: 1 })
  for (const [body, status] of [
    [{ ...fault, kind: 'cleaning' }, 403],
    [{ ...fault, closes_days: 2 }, 403],
    [{ ...fault, assignee_id: owner.id }, 403],
    [{ ...fault, property_id: other }, 404],
  ] as const)
    expect([body, (await addTask(t, cleaner, body)).status]).toEqual([body, status])
})
