import { describe, expect, vi } from 'vitest'
import { registerWebhook } from '../../../src/channels/channel-manager/registration.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { closedThere, expectAgreement, KEY, mapHome, mappedHome, test } from '../../support/channel-manager.ts'
import { range, stays, subscribe } from '../../support/channels.ts'
import { skipBackOff } from '../../support/jobs.ts'

const registrationOf = async (t: TestApp, user: TestUser, home: string) => {
  const { body } = await t.call('GET', `/webhook/${home}/show`, undefined, user)
  return [body.data[0].registration, body.data[0].registration_error]
}

/** A mapped home whose subscription is registered, what changes it, and the webhooks there. */
async function registered(t: TestApp, manager: ChannelStandin) {
  const people = await mappedHome(t)
  await t.drain()
  const change = async (body: object) => {
    const answer = await t.call('PUT', `/webhook/${people.id}/${people.home}/update`, body, people.support)
    await t.drain()
    return answer
  }
  return { ...people, change, there: () => [...manager.webhooks.values()] }
}

test('a subscription is registered at the channel manager by a job', async ({ t, manager }) => {
  const { secret, callback_url, home, owner } = await mappedHome(t)
  const there = () => [...manager.webhooks.values()]
  // The answer waits for nobody: a job asks the channel manager.
  expect([there(), await registrationOf(t, owner, home)]).toEqual([[], ['pending', null]])
  await t.drain()
  expect(await registrationOf(t, owner, home)).toEqual(['registered', null])
  expect(there()).toMatchObject([
    {
      property_id: 'P',
      callback_url,
      event_mask: '*',
      headers: { 'x-webhook-secret': secret },
      is_active: true,
      send_data: true,
    },
  ])
})

test('a subscription that changes is changed there, unless the change does not concern the webhook', async ({
  t,
  manager,
}) => {
  const { change, there } = await registered(t, manager)
  const rotated = await change({ rotate_secret: true, headers: { 'x-team': 'blue' }, event_mask: 'booking;ari' })
  expect(rotated.status).toBe(200)
  expect(there()).toMatchObject([
    { event_mask: 'booking;ari', headers: { 'x-team': 'blue', 'x-webhook-secret': rotated.body.data.secret } },
  ])
  // Changes that do not concern the webhook ask nobody.
  const asked = () => manager.asked.filter((call) => call.includes('/webhooks')).length
  const before = asked()
  expect((await change({ rate_plan_id: 'T9' })).status).toBe(200)
  expect(asked()).toBe(before)
})

test('a webhook that somebody has deleted there is made anew with the next change', async ({ t, manager }) => {
  const { change, there } = await registered(t, manager)
  manager.webhooks.clear()
  expect((await change({ send_data: false })).status).toBe(200)
  expect(there()).toMatchObject([{ send_data: false }])
})

test('a subscription that is mapped no more is deleted there, and registered when it is mapped again', async ({
  t,
  manager,
}) => {
  const { change, there, home, owner } = await registered(t, manager)
  expect((await change({ remote_property_id: null, room_type_id: null, rate_plan_id: null })).status).toBe(200)
  expect([there(), await registrationOf(t, owner, home)]).toEqual([[], ['none', null]])
  expect((await change({ remote_property_id: 'P' })).status).toBe(200)
  expect(there()).toHaveLength(1)
})

test('a subscription that is deleted is deleted there, when the channel manager is back', async ({ t, manager }) => {
  const { id, there, owner } = await registered(t, manager)
  expect((await t.call('DELETE', `/webhook/${id}/delete`, undefined, owner)).status).toBe(200)
  manager.failures.push(503)
  await expect(t.drain()).rejects.toThrow('answered 503')
  await skipBackOff(t.app)
  await t.drain()
  expect(there()).toEqual([])
})

test('a refusal there is told to owner and support once, and stands at the subscription until it is changed', async ({
  t,
  manager,
}) => {
  manager.failures.push(422)
  manager.failing = '/webhooks'
  const { id, home, owner, support } = await mappedHome(t)
  await t.drain()
  const said = expect.stringContaining('422 to POST /webhooks')
  expect(await registrationOf(t, owner, home)).toEqual(['refused', said])
  for (const user of [owner, support]) {
    const { body } = await t.call('GET', '/notifications', undefined, user)
    expect(body.data).toMatchObject([
      { type: 'channel_registration_refused', data: { property_id: home, webhook_id: id, error: said } },
    ])
  }
  expect((await t.mails(owner.email)).map(({ subject }) => subject)).toContain('Channel not connected')
  await t.app.jobs.enqueue(t.db, registerWebhook, { webhook_id: id })
  await t.drain()
  expect(manager.webhooks.size).toBe(0)
  await t.call('PUT', `/webhook/${id}/${home}/update`, { is_active: true }, support)
  await t.drain()
  expect(await registrationOf(t, owner, home)).toEqual(['registered', null])
  expect((await t.call('GET', '/notifications', undefined, owner)).body.data).toHaveLength(1)
  // A subscription that is not mapped concerns nobody there.
  const other = await t.home(owner)
  await subscribe(t, owner, other)
  await t.drain()
  expect([manager.webhooks.size, await registrationOf(t, owner, other)]).toEqual([1, ['none', null]])
})

test('a channel manager that is away or busy is asked again, and nobody is told', async ({ t, manager }) => {
  manager.failures.push(503, 429, 0)
  manager.failing = '/webhooks'
  const { home, owner } = await mappedHome(t)
  for (const said of ['503', '429', 'no answer']) {
    await expect(t.drain()).rejects.toThrow(said)
    expect(await registrationOf(t, owner, home)).toEqual(['pending', expect.stringContaining(said)])
    await skipBackOff(t.app)
  }
  await t.drain()
  expect(await registrationOf(t, owner, home)).toEqual(['registered', null])
  expect(manager.webhooks.size).toBe(1)
  expect((await t.call('GET', '/notifications', undefined, owner)).body.data).toEqual([])
})

describe('while the channel manager is slow', () => {
  const SLOW_MS = 1_500

  /** Runs the jobs until the channel manager is asked for a webhook, which it answers later. */
  async function asking(t: TestApp, manager: ChannelStandin): Promise<{ done: Promise<void> }> {
    manager.delayMs = SLOW_MS
    const done = t.drain()
    done.catch(() => undefined)
    await vi.waitFor(() => expect(manager.asked).toContain('POST /api/v1/webhooks'), { timeout: 20_000, interval: 5 })
    manager.delayMs = 0
    return { done }
  }

  test('no transaction is open, and a change that comes meanwhile is told after it', async ({ t, manager }) => {
    const { id, home, owner, support } = await mappedHome(t)
    const { done } = await asking(t, manager)
    // Other jobs have transactions of some milliseconds.
    await vi.waitFor(async () => {
      const open = await t.db`
        select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
      expect(open).toHaveLength(0)
    })
    const changed = t.call('PUT', `/webhook/${id}/${home}/update`, { remote_property_id: 'Q' }, support)
    expect((await changed).status).toBe(200)
    expect(manager.webhooks.size).toBe(0)
    await done
    await skipWait(t)
    await t.drain()
    expect([...manager.webhooks.values()]).toMatchObject([{ property_id: 'Q' }])
    expect(await registrationOf(t, owner, home)).toEqual(['registered', null])
  })

  test('a mapping that is taken back leaves no webhook', async ({ t, manager }) => {
    const { id, home, owner, support } = await mappedHome(t)
    const { done } = await asking(t, manager)
    const nothing = { remote_property_id: null, room_type_id: null, rate_plan_id: null }
    expect((await t.call('PUT', `/webhook/${id}/${home}/update`, nothing, support)).status).toBe(200)
    await done
    await skipWait(t)
    await t.drain()
    expect([manager.webhooks.size, await registrationOf(t, owner, home)]).toEqual([0, ['none', null]])
  })

  test('a subscription that is deleted leaves no webhook', async ({ t, manager }) => {
    const { id, owner } = await mappedHome(t)
    const { done } = await asking(t, manager)
    expect((await t.call('DELETE', `/webhook/${id}/delete`, undefined, owner)).status).toBe(200)
    await done
    await t.drain()
    expect(manager.asked.filter((call) => call === 'POST /api/v1/webhooks')).toHaveLength(1)
    expect(manager.webhooks.size).toBe(0)
  })
})

test('however often its job runs at once, a subscription has one webhook', async ({ t, manager }) => {
  const { id } = await mappedHome(t)
  for (let count = 0; count < 8; count++) await t.app.jobs.enqueue(t.db, registerWebhook, { webhook_id: id })
  await t.drain()
  expect(manager.asked.filter((call) => call === 'POST /api/v1/webhooks')).toHaveLength(1)
  expect(manager.webhooks.size).toBe(1)
})

/** Makes a job due that waits for the end of another one's claim. */
const skipWait = (t: TestApp) => t.db`update pgboss.job set start_after = now() where state = 'created'`

const running = test.extend({ running: { run: true } })

running(
  'a booking at a platform comes in by the registered webhook, and closes the nights of its room',
  async ({ t, manager }) => {
    const { url } = await t.listen()
    const { home, owner, support } = await mappedHome(t)
    await mapHome(t, support, await t.home(owner), '2')
    await vi.waitFor(() => expect(manager.availability.get('R2')?.size).toBe(500), { timeout: 20_000 })
    await vi.waitFor(() => expect(manager.availability.get('R')?.size).toBe(500), { timeout: 20_000 })
    // The public address of tests leads nowhere.
    for (const webhook of manager.webhooks.values()) webhook.callback_url = `${url}/api/v1/webhook/notifications`
    const at = (path: string, init: object) =>
      fetch(`${manager.url}${path}`, {
        ...init,
        headers: { 'user-api-key': KEY, 'content-type': 'application/json' },
      })
    const [webhook] = manager.webhooks.values()
    const tested = await at('/webhooks/test', { method: 'POST', body: JSON.stringify({ webhook_id: webhook?.id }) })
    expect(await tested.json()).toEqual({ data: { status_code: 200 } })
    const nights = { arrival_date: inDays(30), departure_date: inDays(33) }
    const body = JSON.stringify({ property_id: 'P', room_type_id: 'R', ...nights })
    expect((await at('/bookings', { method: 'POST', body })).status).toBe(201)
    expect((await at('/bookings', { method: 'POST', body })).status).toBe(409)
    await vi.waitFor(
      async () => {
        expect(await stays(t)).toMatchObject([{ property_id: home, status: 'confirmed', stay: range(30, 33) }])
        expect(closedThere(manager)).toEqual([30, 31, 32])
        await expectAgreement(t, manager)
      },
      { timeout: 20_000 },
    )
    const [booking] = manager.bookings.keys()
    expect((await at(`/bookings/${booking}`, { method: 'DELETE', body: '{}' })).status).toBe(200)
    await vi.waitFor(() => expect(closedThere(manager)).toEqual([]), { timeout: 20_000 })
  },
)
