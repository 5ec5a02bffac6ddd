import { describe, expect, vi } from 'vitest'
import { test as base } from '../../support/app.ts'
import { mappedHome, test } from '../../support/channel-manager.ts'
import { channelScene, eventOf, inbox, notifiedTypes, send, sold, subscribe } from '../../support/channels.ts'
import { skipBackOff } from '../../support/jobs.ts'
import { reserved } from '../../support/payments.ts'

const named = (revision_id: string) => ({ event: 'booking', payload: { revision_id } })

describe('events of a home that the staff has not mapped', () => {
  test('cause no call with the key of the channel manager, and are kept', async ({ t, manager }) => {
    const owner = await t.user()
    const { secret } = await subscribe(t, owner, await t.home(owner))
    for (let index = 0; index < 5; index++) expect((await send(t, secret, named(`r${index}`))).status).toBe(200)
    await t.drain()
    expect(manager.asked).toEqual([])
    const { data } = await inbox(t, owner)
    expect(data).toHaveLength(5)
    expect(data[0]).toMatchObject({ status: 'ignored', error: 'the home is not mapped', attempts: 1 })
  })

  base('are told to nobody when they cannot be read', async ({ t }) => {
    const { owner, support, secret } = await channelScene(t)
    for (let index = 0; index < 20; index++) await send(t, secret, eventOf(sold(5, 3, { booking_id: `b${index}` })))
    await send(t, secret, '{"event":"booking","payload":{"booking_id":"\\ud800"}}')
    await t.drain()
    expect((await inbox(t, owner, '?status=failed')).meta.total).toBe(21)
    for (const user of [owner, support]) {
      expect(await notifiedTypes(t, user)).toEqual([])
      expect(await t.mails(user.email)).toEqual([])
    }
  })
})

describe('events of a mapped home', () => {
  base('that cannot be read are told once an hour, and one that comes again later is told then', async ({ t }) => {
    const { owner, support, home, secret } = await mappedHome(t)
    const unreadable = (index: number) => eventOf(sold(5, 3, { booking_id: `b${index}`, revision_id: `r${index}` }))
    const parallel = Array.from({ length: 20 }, (_, index) => send(t, secret, unreadable(index)))
    expect((await Promise.all(parallel)).every(({ status }) => status === 200)).toBe(true)
    await t.drain()
    for (const user of [owner, support]) {
      expect(await notifiedTypes(t, user)).toEqual(['channel_event_unreadable'])
      expect(await t.mails(user.email)).toHaveLength(1)
    }
    const [told] = await t.db<
      { id: string }[]
    >`select data ->> 'id' as id from notifications where user_id = ${owner.id}`
    // Any of the twenty may have been the one.
    const [other = 0, another = 0] = [0, 1, 2].filter((index) => !told?.id.endsWith(`r${index}`))
    await t.db`update attempt_counters set ends_at = now() where key = ${`unreadable bookings ${home}`}`
    await send(t, secret, unreadable(other))
    await t.drain()
    expect(await notifiedTypes(t, owner)).toHaveLength(2)
    // Notified facts are not notified again, and take no turn of another.
    await t.db`update attempt_counters set ends_at = now() where key = ${`unreadable bookings ${home}`}`
    await send(t, secret, unreadable(other))
    await send(t, secret, unreadable(another))
    await t.drain()
    expect(await notifiedTypes(t, owner)).toHaveLength(3)
  })

  base('that overbook it are told to the owner each, to support once an hour', async ({ t }) => {
    const { owner, support, deliver } = await channelScene(t)
    await deliver(...Array.from({ length: 4 }, (_, index) => eventOf(sold(30, 33, { booking_id: `b${index}` }))))
    const overbooked = (types: string[]) => types.filter((type) => type === 'reservation_overbooked')
    expect(overbooked(await notifiedTypes(t, owner))).toHaveLength(3)
    expect(overbooked(await notifiedTypes(t, support))).toHaveLength(1)
  })

  test('that name revisions which nobody knows are asked for three times each, thirty times in all', async ({
    t,
    manager,
  }) => {
    const { owner, secret } = await mappedHome(t)
    const calls = () => manager.asked.filter((request) => request.startsWith('GET /api/v1/booking_revisions/')).length
    await send(t, secret, named('unknown'))
    for (let attempt = 1; attempt <= 2; attempt++) {
      await expect(t.drain()).rejects.toThrow('does not know revision')
      await skipBackOff(t.app)
    }
    await t.drain()
    expect(calls()).toBe(3)
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'ignored', attempts: 3 }])
    for (let index = 0; index < 60; index++) await send(t, secret, named(`junk${index}`))
    await expect(t.drain()).rejects.toThrow('does not know revision')
    expect(calls()).toBe(30)
    // A revision that exists is in the feed, which the limit does not concern.
    manager.revisions.push({ ...sold(30, 33), id: 'real', property_id: 'P' })
    await send(t, secret, named('real'))
    await t.drain()
    expect((await inbox(t, owner, '?status=ignored')).meta.total).toBeGreaterThan(30)
    expect(calls()).toBe(30)
  })

  const limited = base.extend({ neighbours: false, env: { CHANNEL_EVENTS_PER_MINUTE: '7' } })
  limited('are limited per subscription, also when they come at once', async ({ t }) => {
    const { owner, home, secret } = await channelScene(t)
    const other = await subscribe(t, owner, home)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(t, secret, eventOf(sold(30, 33, { booking_id: `b${index}` })))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(43)
    const seconds = Number(refused[0]?.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await t.db`select from inbound_events`).toHaveLength(7)
    expect((await send(t, other.secret, eventOf(sold(30, 33)))).status).toBe(200)
    // An owner who replaces subscriptions has ten times the limit of one, and large events count for more.
    let accepted = 8
    for (let turn = 0; turn < 12; turn++) {
      const { id, secret: fresh } = await subscribe(t, owner, home)
      const more = await Promise.all(Array.from({ length: 7 }, () => send(t, fresh, eventOf(sold(30, 33)))))
      accepted += more.filter(({ status }) => status === 200).length
      await t.call('DELETE', `/webhook/${id}/delete`, undefined, owner)
    }
    expect(accepted).toBe(70)
    await t.db`update attempt_counters set ends_at = now()`
    const large = { ...eventOf(sold(30, 33)), notes: 'x'.repeat(900_000) }
    const post = (key: string) =>
      t.call('POST', '/webhook/notifications', large, {
        headers: { 'x-webhook-secret': key, 'content-length': String(JSON.stringify(large).length) },
      })
    const heavy = await Promise.all([other.secret, secret].flatMap((key) => Array.from({ length: 4 }, () => post(key))))
    expect(heavy.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

const atWork = test.extend({ running: { run: true } })
atWork('a payment is applied while every event of a channel waits for its manager', async ({ t, manager }) => {
  const { secret } = await mappedHome(t)
  await vi.waitFor(() => expect(manager.availability.size).toBe(1), { timeout: 20_000 })
  const { id, url } = await reserved(t)
  manager.delayMs = 10_000
  const events = Array.from({ length: 30 }, (_, index) => named(`r${index}`))
  for (const event of events) expect((await send(t, secret, event)).status).toBe(200)
  await vi.waitFor(() => expect(manager.asked.some((call) => call.includes('/booking_revisions/'))).toBe(true), {
    timeout: 20_000,
  })
  for (const event of t.pay(url)) expect((await t.webhook(event)).status).toBe(200)
  await vi.waitFor(
    async () => expect(await t.db`select status from reservations where id = ${id}`).toEqual([{ status: 'confirmed' }]),
    { timeout: 8_000 },
  )
  const settled = await t.db`select from inbound_events where provider = 'channel' and status <> 'received'`
  expect(settled).toHaveLength(0)
})

describe('an account that has not verified its e-mail address', () => {
  base.extend({ neighbours: false })('publishes nothing and subscribes to nothing, and may draft', async ({ t }) => {
    const owner = await t.user({ verified: false })
    const home = { title: 'Maison', city_id: '2988507', base_price: 100, max_guests: 4 }
    const refused = await t.call('POST', '/properties', home, { ...owner, locale: 'en' })
    expect(refused).toMatchObject({ status: 403, body: { message: 'Please verify your e-mail address first.' } })
    expect(await t.db`select from properties`).toHaveLength(0)
    const draft = await t.call('POST', '/properties', { ...home, status: 'draft' }, owner)
    expect(draft.status).toBe(201)
    const { id } = draft.body.data
    expect((await t.call('PUT', `/properties/${id}`, { status: 'published' }, owner)).status).toBe(403)
    expect((await t.call('PUT', `/properties/${id}`, { title: 'Autre' }, owner)).status).toBe(200)
    expect((await t.call('POST', `/webhook/${id}/create`, {}, owner)).status).toBe(403)
    const feed = { url: 'https://calendars.example/a.ics', name: 'Airbnb' }
    expect((await t.call('POST', `/calendars/properties/${id}/ical/feeds`, feed, owner)).status).toBe(403)
    await t.db`update users set email_verified_at = now()`
    expect((await t.call('PUT', `/properties/${id}`, { status: 'published' }, owner)).status).toBe(200)
    expect((await t.call('POST', `/webhook/${id}/create`, {}, owner)).status).toBe(201)
  })
})
