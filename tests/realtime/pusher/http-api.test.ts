import { createHash, createHmac } from 'node:crypto'
import PusherServer from 'pusher'
import { describe, expect } from 'vitest'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { APP, client, next, portOf, stockPusher } from '../../support/sockets.ts'

const sdkOf = async (t: TestApp) =>
  new PusherServer({ ...APP, host: '127.0.0.1', port: String(await portOf(t.app)), useTLS: false })

describe('the official pusher SDK', () => {
  test('publishes: to one channel, to a hundred, in batches, not to the excluded socket', async ({ t }) => {
    const sdk = await sdkOf(t)
    const [first, second] = [await client(t.app), await client(t.app)]
    for (const socket of [first, second]) for (const channel of ['c1', 'private-c2', 'c100']) await socket.join(channel)
    expect((await sdk.trigger('c1', 'hello', { text: 'é' })).status).toBe(200)
    const event = { event: 'hello', channel: 'c1', data: { text: 'é' } }
    expect([await first.read(), await second.read()]).toEqual([event, event])

    const hundred = Array.from({ length: 100 }, (_, index) => (index === 1 ? 'private-c2' : `c${index + 1}`))
    await sdk.trigger(hundred, 'all', { n: 1 }, { socket_id: second.id })
    const heard = [await first.read(), await first.read(), await first.read()]
    expect(heard.map(({ channel }) => channel)).toEqual(['c1', 'private-c2', 'c100'])
    await sdk.triggerBatch([
      { channel: 'c1', name: 'b1', data: { n: 1 } },
      { channel: 'c100', name: 'b2', data: 'text' },
    ])
    for (const socket of [first, second]) {
      expect(await socket.read()).toMatchObject({ event: 'b1', channel: 'c1', data: { n: 1 } })
      expect((await socket.read()).event).toBe('b2')
    }
    const info = await sdk.trigger('c1', 'e', {}, { info: 'subscription_count' })
    expect(await info.json()).toEqual({ channels: { c1: { subscription_count: 2 } } })
    await expect(sdk.trigger('c1', '', {})).rejects.toMatchObject({ status: 400 })
    await expect(sdk.trigger('c1', 'e', 'x'.repeat(10_241))).rejects.toMatchObject({ status: 413 })
  })

  isolated('asks for channels and users, on all nodes', async ({ t }) => {
    const sdk = await sdkOf(t)
    const peer = await t.node()
    const [here, there] = [await client(t.app), await client(peer.app)]
    await here.join('presence-room', { user_id: 'a' })
    await here.join('cache-news')
    await here.read()
    await there.join('presence-room', { user_id: 'b' })
    expect(await here.read()).toMatchObject({ event: 'pusher_internal:member_added' })
    await there.join('cache-news')
    const get = async (path: string, params = {}) => (await sdk.get({ path, params })).json()
    expect(await get('/channels')).toEqual({ channels: { 'presence-room': {}, 'cache-news': {} } })
    expect(await get('/channels', { filter_by_prefix: 'presence-', info: 'user_count' })).toEqual({
      channels: { 'presence-room': { user_count: 2 } },
    })
    const info = 'user_count,subscription_count'
    expect(await get('/channels/presence-room', { info })).toEqual({
      occupied: true,
      user_count: 2,
      subscription_count: 2,
    })
    expect(await get('/channels/empty')).toEqual({ occupied: false })
    await sdk.trigger('cache-news', 'e', { n: 1 })
    expect(await get('/channels/cache-news', { info: 'cache' })).toEqual({ occupied: true, cache: { data: '{"n":1}' } })
    expect(await get('/channels/presence-room/users')).toEqual({ users: [{ id: 'a' }, { id: 'b' }] })
    await expect(get('/channels/cache-news/users')).rejects.toMatchObject({ status: 400 })
    await expect(get('/channels', { info: 'user_count' })).rejects.toMatchObject({ status: 400 })
  })

  test('sends to a user, and ends their connections; it verifies what this service signs', async ({ t }) => {
    const sdk = await sdkOf(t)
    const user = await t.user()
    const pusher = stockPusher(await portOf(t.app), user)
    pusher.signin()
    await next(pusher, 'pusher:signin_success')
    const heard = next(pusher.user, 'hello')
    await sdk.sendToUser(String(user.id), 'hello', { to: 'you' })
    expect(await heard).toEqual({ to: 'you' })
    const errors = next(pusher.connection, 'state_change')
    await expect(sdk.trigger('news', 'odd', 'a\0')).rejects.toMatchObject({ status: 400 })
    await sdk.terminateUserConnections(String(user.id))
    expect(await errors).toMatchObject({ previous: 'connected' })
    pusher.disconnect()

    const socket_id = '12.34'
    const own = { socket_id, channel_name: `private-user.${user.id}` }
    const signed = await t.call('POST', '/broadcasting/auth', own, user)
    expect(signed.body).toEqual(sdk.authorizeChannel(socket_id, own.channel_name))
    const signedIn = await t.call('POST', '/broadcasting/user-auth', { socket_id }, user)
    expect(signedIn.body).toEqual(sdk.authenticateUser(socket_id, JSON.parse(signedIn.body.user_data)))
  })
})

/** A request signed by hand, so that each part can be forged. */
function signed(body: string, forged: Record<string, string> = {}, secret = APP.secret) {
  const query = new URLSearchParams({
    auth_key: APP.key,
    auth_timestamp: String(Math.floor(Date.now() / 1000)),
    auth_version: '1.0',
    body_md5: createHash('md5').update(body).digest('hex'),
    ...forged,
  })
  query.sort()
  const path = '/apps/sejour/events'
  const text = ['POST', path, decodeURIComponent(query.toString())].join('\n')
  const auth_signature = createHmac('sha256', secret).update(text).digest('hex')
  return { path, query, auth_signature }
}

test('a request that is forged in any part is 401', async ({ t }) => {
  const body = JSON.stringify({ name: 'e', channel: 'c', data: '{}' })
  const post = async (url: string, sent = body) =>
    (await t.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: sent }))
      .statusCode
  const urlOf = ({ path, query, auth_signature }: ReturnType<typeof signed>) =>
    `${path}?${query}&auth_signature=${auth_signature}`
  const now = Math.floor(Date.now() / 1000)
  const good = signed(body)
  expect(await post(urlOf(good))).toBe(200)
  const forgeries = {
    'another body': await post(urlOf(good), body.replace('"c"', '"d"')),
    'another path': await post(urlOf({ ...good, path: '/apps/sejour/batch_events' })),
    'another signature': await post(urlOf({ ...good, auth_signature: good.auth_signature.replace(/.$/, 'x') })),
    'no signature': await post(`${good.path}?${good.query}`),
    'another parameter': await post(`${urlOf(good)}&info=user_count`),
    'another secret': await post(urlOf(signed(body, {}, 'guessed'))),
    'another key': await post(urlOf(signed(body, { auth_key: 'other' }))),
    'another version': await post(urlOf(signed(body, { auth_version: '2.0' }))),
    'an old timestamp': await post(urlOf(signed(body, { auth_timestamp: String(now - 700) }))),
    'a timestamp to come': await post(urlOf(signed(body, { auth_timestamp: String(now + 700) }))),
    'another md5': await post(urlOf(signed(body, { body_md5: '0'.repeat(32) }))),
  }
  expect(Object.entries(forgeries).filter(([, status]) => status !== 401)).toEqual([])
  const elsewhere = await post(urlOf({ ...good, path: '/apps/other/events' }))
  expect(elsewhere).toBe(404)
})
