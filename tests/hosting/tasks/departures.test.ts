import { expect } from 'vitest'
import { inDays } from '../../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../../support/booking.ts'
import { calendar, statuses } from '../../support/calendars.ts'
import { change } from '../../support/changes.ts'
import { addFeed, calendarOf, ical, importAgain, shared, test } from '../../support/feeds.ts'
import { paid } from '../../support/payments.ts'
import { addTask, changeTask, deleteTask, tasksOf } from '../../support/tasks.ts'

test('a departure has one cleaning, which follows the stay until somebody chooses a day, and goes with it', async ({
  t,
}) => {
  const { owner, guest, home, id } = await paid(t)
  const other = await t.home(owner)
  const [task] = await tasksOf(t, owner)
  expect(task).toMatchObject({
    ...{ property_id: home, kind: 'cleaning', day: inDays(33), departs_on: inDays(33), reservation_id: id },
    ...{ assignee: null, note: null, pictures: [], done_at: null, closes_days: 0, next_arrival: null },
    property: { title: 'Casa', check_in_time: '16:00', check_out_time: '11:00' },
  })
  expect(JSON.stringify(task)).not.toContain(guest.username)

  // It follows a change of the days and of the home.
  expect((await change(t, owner, id, { check_out: inDays(34) })).status).toBe(200)
  expect(await tasksOf(t, owner)).toMatchObject([{ id: task.id, day: inDays(34), departs_on: inDays(34) }])
  expect((await change(t, owner, id, { property_id: other })).status).toBe(200)
  expect(await tasksOf(t, owner, `?property_id=${other}`)).toMatchObject([{ id: task.id, day: inDays(34) }])

  // A chosen day stays while guests have left by then.
  await changeTask(t, owner, task.id, { day: inDays(36) })
  await change(t, owner, id, { check_out: inDays(35) })
  expect(await tasksOf(t, owner)).toMatchObject([{ day: inDays(36), departs_on: inDays(35) }])
  await change(t, owner, id, { check_out: inDays(37) })
  expect(await tasksOf(t, owner)).toMatchObject([{ day: inDays(37), departs_on: inDays(37) }])

  // It cannot be deleted; a task that only names the stay does not follow it.
  expect((await deleteTask(t, owner, task.id)).body.code).toBe('task_of_departure')
  const named = { property_id: other, day: inDays(31), kind: 'cleaning', reservation_id: id, note: 'Sheets' }
  const { data: mid } = (await addTask(t, owner, named)).body
  expect((await addTask(t, owner, { ...named, property_id: home })).body.errors).toHaveProperty('reservation_id')
  await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
  expect(await tasksOf(t, owner)).toMatchObject([{ id: mid.id, day: inDays(31), note: 'Sheets' }])
  expect((await deleteTask(t, owner, mid.id)).status).toBe(200)
  expect(await tasksOf(t, owner)).toEqual([])

  // The audit has what people did to tasks, and not what followed the stay.
  const entries = await t.db<{ entry: string }[]>`
    select action || ' ' || object_id as entry from audit_entries where action like 'task.%' and property_id = any (${[home, other]}) order by id`
  expect(entries.map(({ entry }) => entry)).toEqual([
    `task.changed ${task.id}`,
    `task.created ${mid.id}`,
    `task.deleted ${mid.id}`,
  ])
})

test('a cleaning that is done stays, and the next arrival is that of whoever comes', async ({ t }) => {
  const { owner, guest, home, id } = await paid(t)
  const [task] = await tasksOf(t, owner)
  const { day, done_at } = (await changeTask(t, owner, task.id, { done: true })).body.data
  expect([day, done_at]).toEqual([inDays(33), expect.any(String)])
  expect((await changeTask(t, owner, task.id, { done: true })).body.data.done_at).toBe(done_at)
  await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
  expect(await tasksOf(t, owner, '?done=false')).toEqual([])
  expect(await tasksOf(t, owner, '?done=true')).toMatchObject([{ id: task.id }])
  await changeTask(t, owner, task.id, { done: false })

  const arrival = async () => (await tasksOf(t, owner, '?kind=cleaning'))[0].next_arrival
  expect(await arrival()).toBeNull()
  const ownerStay = { start_date: inDays(50), end_date: inDays(52), name: 'Rossi', guests: 4 }
  await t.call('POST', `/calendars/properties/${home}/owner-stays`, ownerStay, owner)
  expect(await arrival()).toEqual({ day: inDays(50), guests: 4 })
  const { adults, check_in, check_out } = stay(home, 40)
  const byHand = { adults, check_in, check_out, infants: 1, guest: { name: 'Ada' }, pay: 'later' }
  expect((await t.call('POST', `/properties/${home}/reservations`, byHand, owner)).status).toBe(201)
  expect(await arrival()).toEqual({ day: inDays(40), guests: 3 })
  expect(await tasksOf(t, owner, `?from=${inDays(43)}`)).toMatchObject([{ day: inDays(43), kind: 'cleaning' }])
})

test('a cleaning that is opened again follows its departure and closes its days again', async ({ t }) => {
  const { owner, guest, home, id } = await paid(t)
  const other = await t.home(owner)
  const [task] = await tasksOf(t, owner)
  await changeTask(t, owner, task.id, { closes_days: 2 })
  await changeTask(t, owner, task.id, { done: true })
  expect(await statuses(t, home, 33, 34)).toEqual(['available', 'available'])
  await change(t, owner, id, { check_out: inDays(35) })
  expect(await tasksOf(t, owner)).toMatchObject([{ day: inDays(33), departs_on: inDays(33), closes_days: 0 }])
  const opened = await changeTask(t, owner, task.id, { done: false })
  expect(opened.body.data).toMatchObject({ day: inDays(35), departs_on: inDays(35), closes_days: 2, done_at: null })
  expect(await statuses(t, home, 35, 37)).toEqual(['closed', 'closed', 'available'])
  // A day before the departure has the guest in the house.
  const early = await changeTask(t, owner, task.id, { day: inDays(34) })
  expect([early.status, early.body.errors.day[0].code]).toEqual([400, 'before_departure'])

  // To another home, where the days are taken first.
  await changeTask(t, owner, task.id, { done: true })
  await change(t, owner, id, { property_id: other, price: 'keep' })
  await book(t, guest, stay(other, 36, 2))
  expect((await changeTask(t, owner, task.id, { done: false })).body.code).toBe('reserved_days')
  expect(await tasksOf(t, owner, '?done=true')).toMatchObject([{ id: task.id, property_id: home }])
  const there = await changeTask(t, owner, task.id, { done: false, closes_days: 1 })
  expect(there.body.data).toMatchObject({ property_id: other, day: inDays(35), closes_days: 1 })
  await expectHomesInStep(t)
})

test('a cleaning that is opened again while its stay moves is at the departure', async ({ t }) => {
  for (let round = 0; round < 6; round++) {
    const { owner, id } = await paid(t)
    const [task] = await tasksOf(t, owner)
    await changeTask(t, owner, task.id, { done: true })
    const [moved, opened] = await Promise.all([
      change(t, owner, id, { check_out: inDays(36) }),
      changeTask(t, owner, task.id, { done: false }),
    ])
    expect([moved.status, opened.status]).toEqual([200, 200])
    expect(await tasksOf(t, owner)).toMatchObject([{ day: inDays(36), departs_on: inDays(36) }])
  }
})

test('departures of a feed that has stays have one cleaning each, by their day', async ({ t, platform }) => {
  const { owner, home } = await scene(t)
  platform.answer = (response) => response.end(calendarOf([10, 12], [12, 15]))
  await addFeed(t, owner, home, platform.url)
  await importAgain(t)
  expect(await tasksOf(t, owner)).toEqual([])
  const [feed] = (await shared(t, owner, home)).feeds
  expect(feed.stays).toBe(false)
  const set = (stays: boolean) => t.call('PATCH', ical(home, `/feeds/${feed.id}`), { stays }, owner)
  expect((await set(true)).body.data.feeds).toMatchObject([{ stays: true }])
  const days = async () => (await tasksOf(t, owner)).map((task: { day: string }) => task.day)
  // Events that touch are one closure, and two departures.
  expect(await days()).toEqual([inDays(12), inDays(15)])
  const [first] = await tasksOf(t, owner)
  expect(first.next_arrival).toEqual({ day: inDays(12), guests: null })
  // Another calendar of the same platform repeats them.
  await t.call('POST', ical(home, '/feeds'), { name: 'Again', url: `${platform.url}?again`, stays: true }, owner)
  await importAgain(t)
  expect(await days()).toEqual([inDays(12), inDays(15)])
  platform.answer = (response) => response.end(calendarOf([10, 13], [20, 22]))
  await importAgain(t)
  expect(await days()).toEqual([inDays(13), inDays(22)])
  for (const { id } of (await shared(t, owner, home)).feeds)
    await t.call('DELETE', ical(home, `/feeds/${id}`), undefined, owner)
  expect(await days()).toEqual([])
})

test('nights that a cleaning keeps closed move with the departure, as far as they are free', async ({ t }) => {
  const { owner, home, id } = await paid(t)
  const [task] = await tasksOf(t, owner)
  const closed = async () =>
    (await calendar(t, home, 28, 40)).filter(({ status }) => status === 'closed').map(({ date }) => date)
  expect((await changeTask(t, owner, task.id, { closes_days: 2 })).body.data.closes_days).toBe(2)
  expect(await closed()).toEqual([inDays(33), inDays(34)])
  await change(t, owner, id, { check_out: inDays(32) })
  expect(await closed()).toEqual([inDays(32), inDays(33)])
  const { adults, check_in, check_out } = stay(home, 34)
  const next = { adults, check_in, check_out, guest: { name: 'Ada' }, pay: 'later' }
  expect((await t.call('POST', `/properties/${home}/reservations`, next, owner)).status).toBe(201)
  // Its own days are those of the company: the stay takes them once they are open.
  expect((await change(t, owner, id, { check_out: inDays(33) })).status).toBe(409)
  await changeTask(t, owner, task.id, { closes_days: 1 })
  await change(t, owner, id, { check_in: inDays(29), check_out: inDays(31) })
  expect(await closed()).toEqual([inDays(31)])
  expect((await changeTask(t, owner, task.id, { closes_days: 4 })).body.code).toBe('reserved_days')
  expect(await closed()).toEqual([inDays(31)])
  // Done early, the nights are free.
  expect((await changeTask(t, owner, task.id, { done: true })).body.data.closes_days).toBe(0)
  expect(await closed()).toEqual([])
})
