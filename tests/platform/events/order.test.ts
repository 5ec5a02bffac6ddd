import { describe, expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { isolated, PASSWORD, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { type FeedEvent, feed } from '../../support/feed.ts'
import { write } from '../../support/messages.ts'

const MESSAGES = 'types=message.created'

describe('positions', () => {
  test('nothing is missed that commits after what came later, and nobody waits for it', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { next: begin } = await feed(t, owner, 'latest')
    const held = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    // Its fact has the lower number, and is committed last.
    const slow = t.db.begin(async (tx) => {
      await tx`update properties set title = 'Slow' where id = ${home}`
      opened.resolve()
      await held.promise
    })
    await opened.promise
    await write(t, guest, owner, {})
    const first = await feed(t, owner, begin)
    expect(first.events.map(({ type }) => type)).toEqual(['message.created'])
    held.resolve()
    await slow
    const second = await feed(t, owner, first.next)
    expect(second.events.map(({ type, data }) => [type, data?.title])).toEqual([['property.updated', 'Slow']])
  })

  isolated('a booking does not wait while events of its home get theirs', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { next: begin } = await feed(t, owner, 'latest')
    await book(t, guest, stay(home, 30))
    const [held, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = t.db.begin(async (tx) => {
      await tx`select from event_facts for update`
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const dispatched = t.app.dispatchEvents()
    await expect
      .poll(() => t.db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .toHaveLength(1)
    expect((await book(t, guest, stay(home, 40))).status).toBe(201)
    held.resolve()
    await Promise.all([lock, dispatched])
    const { events } = await feed(t, owner, begin, '&types=calendar.changed,reservation.created')
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'calendar.changed',
      'calendar.changed',
      'reservation.created',
      'reservation.created',
    ])
  })

  isolated('of nodes that give them at once each event has one, without a gap', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { next: begin } = await feed(t, owner, 'latest')
    const other = await t.node()
    const texts = Array.from({ length: 30 }, (_, index) => `message ${index}`)
    const dispatch = async () => {
      for (let round = 0; round < 10; round++)
        await Promise.all([t.app, other.app].map((node) => node.dispatchEvents()))
    }
    await Promise.all([dispatch(), ...texts.map((content) => write(t, guest, owner, { content, property_id: home }))])
    const { events } = await feed(t, owner, begin, `&${MESSAGES}`)
    expect(events.map(({ data }) => data?.content).toSorted()).toEqual(texts.toSorted())
    const rows = await t.db<{ position: number }[]>`select position from events order by position`
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
  })

  test('what is rolled back is not told', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { next: begin } = await feed(t, owner, 'latest')
    await t.db
      .begin(async (tx) => {
        await tx`update properties set title = 'Never' where id = ${home}`
        throw new Error('given up')
      })
      .catch(() => undefined)
    expect((await feed(t, owner, begin)).events).toEqual([])
  })

  test('a cursor of before a loss says that it is lost', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner)
    const { next } = await feed(t, owner, 'latest')
    await t.app.heartbeat.beat()
    await t.app.heartbeat.declare()
    const { status, body } = await t.call('GET', `/events?after=${next}`, undefined, owner)
    expect([status, body.code]).toEqual([410, 'cursor_lost'])
    const { next: anew } = await feed(t, owner, 'latest')
    await t.home(owner)
    expect((await feed(t, owner, anew)).events.map(({ type }) => type)).toContain('property.created')
  })

  test('whole days are dropped after thirty, and cursors before them are lost', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner)
    const { next } = await feed(t, owner)
    const [day] = await t.db<{ old: string }[]>`select events_of_day((now() at time zone 'UTC')::date - 31) as old`
    const [today] = await t.db<{ name: string }[]>`select events_of_day((now() at time zone 'UTC')::date) as name`
    await t.db.unsafe(`
      alter table events detach partition ${today?.name};
      update ${today?.name} set at = at - interval '31 days';
      alter table ${today?.name} rename to ${day?.old};
      alter table events attach partition ${day?.old}
        for values from (date_trunc('day', now(), 'UTC') - interval '31 days') to (date_trunc('day', now(), 'UTC') - interval '30 days')`)
    await housekeeping.run(t.app, {})
    expect((await t.call('GET', '/events?after=1.0', undefined, owner)).status).toBe(410)
    expect((await feed(t, owner, next)).events).toEqual([])
    await t.home(owner)
    expect((await feed(t, owner, next)).events).not.toEqual([])
  })
})

test('an erased guest leaves no name and no words in what others were told', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const { next: begin } = await feed(t, owner, 'latest')
  await write(t, guest, owner, { content: 'My secret is 4711', property_id: home })
  const { reservation_id: id } = (await book(t, guest, stay(home))).body.data
  await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
  const mine = async () =>
    (await feed(t, owner, begin, '&types=message.created,reservation.created,reservation.cancelled')).events
  const shownIn = (events: FeedEvent[]) => events.map(({ data }) => [data?.content, data?.guest_name, data?.guest])
  const guestShown = expect.objectContaining({ id: guest.id })
  expect(shownIn(await mine())).toEqual([
    ['My secret is 4711', undefined, undefined],
    ...[1, 2].map(() => [undefined, expect.any(String), guestShown]),
  ])
  const { status } = await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)
  expect(status).toBe(200)
  expect(shownIn(await mine())).toEqual([[null, undefined, undefined], ...[1, 2].map(() => [undefined, null, null])])
})
