import { expect } from 'vitest'
import { inDays } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { addFeed, calendarOf, ical, importAgain, publicPath, shared, test } from '../../support/feeds.ts'
import { changeTask, tasksOf } from '../../support/tasks.ts'

test('a task of a feed keeps assignee and note when its departure moves, and when it leaves and comes back', async ({
  t,
  platform,
}) => {
  const { owner, home } = await scene(t)
  const says = async (...nights: Parameters<typeof calendarOf>) => {
    platform.answer = (response) => response.end(calendarOf(...nights))
    await importAgain(t)
  }
  await addFeed(t, owner, home, platform.url)
  const { id } = (await shared(t, owner, home)).feeds[0]
  await t.call('PATCH', ical(home, `/feeds/${id}`), { stays: true }, owner)
  await says([10, 13], [20, 22])
  const [first] = await tasksOf(t, owner)
  const change = { assignee_id: owner.id, note: 'the key is at the bakery' }
  expect((await changeTask(t, owner, first.id, change)).status).toBe(200)

  // The same UID, two nights longer.
  await says([10, 15], [20, 22])
  const moved = await tasksOf(t, owner)
  expect(moved).toMatchObject([
    { id: first.id, day: inDays(15), departs_on: inDays(15), note: change.note, assignee: { id: owner.id } },
    { departs_on: inDays(22), note: null },
  ])

  await says([20, 22])
  expect(await tasksOf(t, owner)).toMatchObject([{ departs_on: inDays(22) }])
  await says([10, 15], [20, 22])
  const back = await tasksOf(t, owner)
  expect(back).toMatchObject([
    { departs_on: inDays(15), note: change.note, assignee: { id: owner.id } },
    { departs_on: inDays(22) },
  ])
  // Another booking that ends on a day of before has a task of its own.
  await says([20, 22])
  await t.db`update tasks set assignee_id = null where property_id = ${home}`
  await says([16, 17], [20, 22])
  expect(await tasksOf(t, owner)).toMatchObject([{ departs_on: inDays(17), note: null, assignee: null }, {}])
})

test('an event that becomes a stay has one cleaning, which is of the feed again when the stay is cancelled', async ({
  t,
  platform,
}) => {
  const { owner, home } = await scene(t)
  platform.answer = (response) => response.end(calendarOf([10, 13], [20, 22]))
  await addFeed(t, owner, home, platform.url)
  const { id } = (await shared(t, owner, home)).feeds[0]
  await t.call('PATCH', ical(home, `/feeds/${id}`), { stays: true }, owner)
  await importAgain(t)
  const departures = async () =>
    (
      await t.db<{ departs_on: string; is_own: boolean }[]>`
      select departs_on, reservation_id is not null as is_own from tasks where property_id = ${home} order by departs_on`
    ).map(({ departs_on, is_own }) => [departs_on, is_own])
  expect(await departures()).toEqual([
    [inDays(13), false],
    [inDays(22), false],
  ])
  const event = { check_in: inDays(10), check_out: inDays(13), guest: { name: 'Ada' } }
  const made = await t.call('POST', ical(home, `/feeds/${id}/stays`), event, owner)
  expect(made.status).toBe(201)
  expect(await departures()).toEqual([
    [inDays(13), true],
    [inDays(22), false],
  ])
  const { reservation_id } = made.body.data
  const cancelled = await t.call(
    'POST',
    `/reservations/${reservation_id}/cancel`,
    { done_at_channel: true, reason: 'x', refund: 'by_terms' },
    owner,
  )
  expect(cancelled.status).toBe(200)
  expect(await departures()).toEqual([
    [inDays(13), false],
    [inDays(22), false],
  ])
})

test('the address of a deleted feed serves the home’s calendar for a week, and is gone then', async ({
  t,
  platform,
}) => {
  const { owner, home } = await scene(t)
  await addFeed(t, owner, home, platform.url)
  const [{ id, export_url }] = (await shared(t, owner, home)).feeds
  await t.call('DELETE', ical(home, `/feeds/${id}`), undefined, owner)
  expect((await t.call('GET', publicPath(export_url))).status).toBe(200)
  await t.db`update deleted_feeds set deleted_at = now() - interval '8 days' where feed_id = ${id}`
  const gone = await t.call('GET', publicPath(export_url))
  expect([gone.status, gone.body.code]).toEqual([410, 'feed_gone'])
  const { url } = await shared(t, owner, home)
  expect((await t.call('GET', publicPath(url))).status).toBe(200)
})
