import { expect, vi } from 'vitest'
import { inDays } from '../support/app.ts'
import { closedThere, expectAgreement, KEY, mapHome, mappedHome, test } from '../support/channel-manager.ts'
import { range, stays, subscribe } from '../support/channels.ts'
import { skipBackOff } from '../support/jobs.ts'

test('a subscription is registered at the channel manager, kept in step, and deleted there', async ({ t, manager }) => {
  const { id, secret, callback_url, home, owner, support } = await mappedHome(t)
  const change = (body: object) => t.call('PUT', `/webhook/${id}/${home}/update`, body, support)
  const there = () => [...manager.webhooks.values()]
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
  const rotated = await change({ rotate_secret: true, headers: { 'x-team': 'blue' }, event_mask: 'booking;ari' })
  expect(rotated.status).toBe(200)
  expect(there()).toMatchObject([
    { event_mask: 'booking;ari', headers: { 'x-team': 'blue', 'x-webhook-secret': rotated.body.data.secret } },
  ])
  // What does not concern the webhook asks nobody.
  manager.failures.push(500)
  expect((await change({ rate_plan_id: 'T9' })).status).toBe(200)
  expect((await change({ is_active: false })).status).toBe(503)
  manager.failures.splice(0)
  expect((await t.call('GET', `/webhook/${home}/show`, undefined, owner)).body.data[0].is_active).toBe(true)
  // Deleted there by somebody: it is made anew.
  manager.webhooks.clear()
  expect((await change({ send_data: false })).status).toBe(200)
  expect(there()).toMatchObject([{ send_data: false }])
  expect((await change({ remote_property_id: null, room_type_id: null, rate_plan_id: null })).status).toBe(200)
  await t.drain()
  expect(there()).toEqual([])
  expect((await change({ remote_property_id: 'P' })).status).toBe(200)
  expect(there()).toHaveLength(1)
  expect((await t.call('DELETE', `/webhook/${id}/delete`, undefined, owner)).status).toBe(200)
  manager.failures.push(503)
  await expect(t.drain()).rejects.toThrow('answered 503')
  await skipBackOff(t.app)
  await t.drain()
  expect(there()).toEqual([])
})

test('a refusal there is 502 with its text, and nothing is kept', async ({ t, manager }) => {
  const owner = await t.user()
  const support = await t.user({ role: 'support', locale: 'en' })
  const home = await t.home(owner)
  const create = () =>
    t.call('POST', `/webhook/${home}/create`, { remote_property_id: 'P', room_type_id: 'R' }, support)
  manager.failures.push(422)
  const refused = await create()
  expect(refused).toMatchObject({
    status: 502,
    body: { success: false, data: { channel_manager: expect.stringContaining('422 to POST /webhooks') } },
  })
  manager.failures.push(429)
  manager.retryAfter = 7
  expect(await create()).toMatchObject({ status: 503, headers: { 'retry-after': '7' } })
  manager.failures.push(0)
  expect((await create()).status).toBe(503)
  expect(await t.db`select from webhook_subscriptions`).toHaveLength(0)
  expect((await create()).status).toBe(201)
  // A subscription that is not mapped concerns nobody there.
  await subscribe(t, owner, home)
  expect(manager.webhooks.size).toBe(1)
})

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
