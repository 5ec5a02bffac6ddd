import { once } from 'node:events'
import EchoClient from 'laravel-echo'
import PusherClient from 'pusher-js'
import { describe, expect } from 'vitest'
import { WebSocket } from 'ws'
import { notify } from '../../src/notifications/notify.ts'
import { publishToUser } from '../../src/realtime/bus.ts'
import { signature } from '../../src/realtime/protocol.ts'
import { type TestApp, type TestUser, test } from '../support/app.ts'

// The CommonJS builds have the class as their default export, or as its property; their types know one of the two.
const Pusher = ('default' in PusherClient ? PusherClient.default : PusherClient) as typeof PusherClient.default
const Echo = EchoClient as unknown as typeof EchoClient

/** Resolves with the next event of a name. */
const next = (target: { bind(event: string, handler: (data: never) => void): unknown }, event: string) =>
  new Promise<Record<string, unknown>>((resolve) => target.bind(event, (data: never) => resolve(data)))

async function stockPusher(t: TestApp, address: { url: string; host: string; port: number }, user: TestUser) {
  return new Pusher(t.app.config.realtime.key, {
    cluster: '',
    wsHost: address.host,
    wsPort: address.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: `${address.url}/broadcasting/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer ${user.token}` },
    },
  })
}

describe('a stock pusher-js', () => {
  test('receives its user’s notifications and messages, pushed at commit', async ({ t }) => {
    const address = await t.listen()
    const user = await t.user({ locale: 'en' })
    const pusher = await stockPusher(t, address, user)
    const channel = pusher.subscribe(`private-user.${user.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const received = next(channel, 'notification')
    await t.db.begin((tx) =>
      notify(t.app, tx, {
        userId: user.id,
        dedupeKey: 'x',
        data: { reservation_id: 3 },
        content: { type: 'reservation_confirmed', home: 'Casa', check_in: '2027-07-01', check_out: '2027-07-04' },
      }),
    )
    expect(await received).toEqual({
      type: 'reservation_confirmed',
      title: 'Reservation confirmed',
      message: 'The reservation is confirmed: “Casa”, 2027-07-01 to 2027-07-04.',
      data: { reservation_id: 3 },
      timestamp: expect.stringMatching(/Z$/),
    })
    const long = next(channel, 'message')
    await publishToUser(t.db, user.id, 'message', { content: 'é'.repeat(20_000) })
    expect(String((await long).content)).toHaveLength(20_000)
    pusher.disconnect()
  })

  test('hears nothing of a rollback, nor when its user wants no push', async ({ t }) => {
    const address = await t.listen()
    const user = await t.user()
    const pusher = await stockPusher(t, address, user)
    const channel = pusher.subscribe(`private-user.${user.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const heard: string[] = []
    channel.bind_global((event: string) => heard.push(event))
    const done = next(channel, 'message')
    await t.db
      .begin(async (tx) => {
        await publishToUser(tx, user.id, 'lost', {})
        throw new Error('rollback')
      })
      .catch(() => undefined)
    await t.call('PUT', '/notifications/settings', { push_notifications: false }, user)
    await t.db.begin((tx) =>
      notify(t.app, tx, {
        userId: user.id,
        dedupeKey: 'x',
        data: {},
        content: { type: 'reservation_confirmed', home: 'x', check_in: '2027-07-01', check_out: '2027-07-04' },
      }),
    )
    await publishToUser(t.db, user.id, 'message', { last: true })
    await done
    expect(heard).toEqual(['message'])
    pusher.disconnect()
  })

  test('is refused another user’s channel, and presence until verified', async ({ t }) => {
    const address = await t.listen()
    const [user, other] = [await t.user({ verified: false }), await t.user()]
    const pusher = await stockPusher(t, address, user)
    for (const name of [`private-user.${other.id}`, 'presence-chat', 'private-anything', 'presence-other']) {
      const error = await next(pusher.subscribe(name), 'pusher:subscription_error')
      expect(error).toMatchObject({ type: 'AuthError', status: 403 })
    }
    pusher.disconnect()
  })

  test('sees who is there: people, not sockets', async ({ t }) => {
    const address = await t.listen()
    const [ada, bob] = [await t.user(), await t.user()]
    const first = await stockPusher(t, address, ada)
    const here = await next(first.subscribe('presence-chat'), 'pusher:subscription_succeeded')
    expect(here).toMatchObject({
      count: 1,
      me: { id: String(ada.id), info: { id: ada.id, username: ada.username, avatar: null } },
    })
    const joined = next(first.channel('presence-chat'), 'pusher:member_added')
    const second = await stockPusher(t, address, bob)
    expect(await next(second.subscribe('presence-chat'), 'pusher:subscription_succeeded')).toMatchObject({ count: 2 })
    expect(await joined).toMatchObject({ id: String(bob.id), info: { username: bob.username } })
    const third = await stockPusher(t, address, bob)
    expect(await next(third.subscribe('presence-chat'), 'pusher:subscription_succeeded')).toMatchObject({ count: 2 })
    const events: string[] = []
    first.channel('presence-chat').bind_global((event: string) => events.push(event))
    const left = next(first.channel('presence-chat'), 'pusher:member_removed')
    third.disconnect()
    // A client event from the second socket proves that the first has seen all that came before it.
    const typing = next(first.channel('presence-chat'), 'client-typing')
    second.channel('presence-chat').trigger('client-typing', { on: true })
    expect(await typing).toEqual({ on: true })
    second.disconnect()
    expect(await left).toMatchObject({ id: String(bob.id) })
    expect(events.filter((event) => event === 'pusher:member_removed')).toHaveLength(1)
    first.disconnect()
  })
})

describe('a stock laravel-echo', () => {
  test.for(['pusher', 'reverb'] as const)('with the broadcaster %s', async (broadcaster, { t }) => {
    const address = await t.listen()
    const user = await t.user()
    const echo = new Echo<'reverb'>({
      broadcaster: broadcaster as 'reverb',
      Pusher: Pusher as never,
      key: t.app.config.realtime.key,
      wsHost: address.host,
      wsPort: address.port,
      cluster: '',
      forceTLS: false,
      enabledTransports: ['ws'],
      authEndpoint: `${address.url}/broadcasting/auth`,
      bearerToken: user.token,
    })
    const channel = echo.private(`user.${user.id}`)
    await new Promise<void>((resolve) => channel.subscribed(() => resolve()))
    const received = new Promise((resolve) => channel.listen('.message', resolve))
    await publishToUser(t.db, user.id, 'message', { id: 1, content: 'hello' })
    expect(await received).toEqual({ id: 1, content: 'hello' })
    const here = await new Promise((resolve) => echo.join('chat').here(resolve))
    expect(here).toEqual([{ id: user.id, username: user.username, avatar: null }])
    echo.disconnect()
  })
})

/** A bare socket, for what a stock client would never send. */
async function raw(t: TestApp, path: string, headers: Record<string, string> = {}) {
  const { port } = t.app.server.address()
    ? { port: (t.app.server.address() as { port: number }).port }
    : await t.listen()
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  const frames: { event: string; channel?: string; data: unknown }[] = []
  const waiting: ((frame: (typeof frames)[number]) => void)[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    const waiter = waiting.shift()
    if (waiter) waiter(frame)
    else frames.push(frame)
  })
  const read = () =>
    new Promise<(typeof frames)[number]>((resolve) => {
      const frame = frames.shift()
      if (frame) resolve(frame)
      else waiting.push(resolve)
    })
  const closed = once(socket, 'close').then(([code]) => code as number)
  return {
    socket,
    read,
    closed,
    send: (value: unknown) => socket.send(typeof value === 'string' ? value : JSON.stringify(value)),
  }
}

describe('the wire', () => {
  const PATH = '/app/sejour-key?protocol=7&client=js&version=8.4.0'

  test.for([
    ['/app/wrong?protocol=7', 4001],
    ['/app/sejour-key', 4008],
    ['/app/sejour-key?protocol=6', 4007],
  ] as const)('%s is closed with %d', async ([path, code], { t }) => {
    const client = await raw(t, path)
    expect(await client.read()).toMatchObject({ event: 'pusher:error', data: { code } })
    expect(await client.closed).toBe(code)
  })

  test('a page of a foreign origin is refused', async ({ t }) => {
    const client = await raw(t, PATH, { origin: 'https://evil.example' })
    expect(await client.closed).toBe(4009)
  })

  test('greets, answers pings, and survives nonsense', async ({ t }) => {
    const client = await raw(t, PATH)
    const hello = await client.read()
    expect(hello.event).toBe('pusher:connection_established')
    expect(JSON.parse(String(hello.data))).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/),
      activity_timeout: 30,
    })
    for (const nonsense of [
      'not json',
      '[]',
      '"x"',
      '{"event":1}',
      'null',
      '{"event":"pusher:subscribe","data":{"channel":"sp ace"}}',
      '{"event":"pusher:subscribe"}',
    ]) {
      client.send(nonsense)
      expect(await client.read(), nonsense).toMatchObject({ event: 'pusher:error' })
    }
    client.send({ event: 'pusher:ping', data: {} })
    expect((await client.read()).event).toBe('pusher:pong')
    client.socket.close()
    await client.closed
  })

  test('a wrong signature refuses the channel and keeps the socket', async ({ t }) => {
    const client = await raw(t, PATH)
    const { socket_id } = JSON.parse(String((await client.read()).data))
    for (const auth of [
      undefined,
      'sejour-key:00',
      signature(t.app.config.realtime, '1.1', 'private-user.1'),
      signature({ key: 'sejour-key', secret: 'x' }, socket_id, 'private-user.1'),
    ]) {
      client.send({ event: 'pusher:subscribe', data: { channel: 'private-user.1', auth } })
      const refused = await client.read()
      expect(refused).toMatchObject({ event: 'pusher:subscription_error', channel: 'private-user.1' })
      expect(JSON.parse(String(refused.data))).toMatchObject({ type: 'AuthError', status: 401 })
    }
    client.send({ event: 'pusher:subscribe', data: { channel: 'public' } })
    expect(await client.read()).toEqual({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'public',
      data: '{}',
    })
    client.send({ event: 'client-x', channel: 'public', data: {} })
    expect(await client.read()).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })
    client.socket.close()
  })

  test('ten client events a second, ten kilobytes each, a hundred channels', async ({ t }) => {
    const client = await raw(t, PATH)
    const { socket_id } = JSON.parse(String((await client.read()).data))
    const auth = signature(t.app.config.realtime, socket_id, 'private-user.1')
    client.send({ event: 'pusher:subscribe', data: { channel: 'private-user.1', auth } })
    await client.read()
    client.send({ event: 'client-x', channel: 'private-user.1', data: 'x'.repeat(11_000) })
    expect(await client.read()).toMatchObject({ data: { code: 4301 } })
    for (let count = 0; count < 11; count++) client.send({ event: 'client-x', channel: 'private-user.1', data: {} })
    expect(await client.read()).toMatchObject({ data: { code: 4301 } })
    for (let count = 1; count < 100; count++) {
      client.send({ event: 'pusher:subscribe', data: { channel: `c${count}` } })
      expect((await client.read()).event).toBe('pusher_internal:subscription_succeeded')
    }
    client.send({ event: 'pusher:subscribe', data: { channel: 'one-more' } })
    expect((await client.read()).event).toBe('pusher:error')
    client.socket.close()
  })

  test('signs a user in, and closes on a wrong signature', async ({ t }) => {
    const client = await raw(t, PATH)
    const { socket_id } = JSON.parse(String((await client.read()).data))
    const user_data = JSON.stringify({ id: '1' })
    client.send({
      event: 'pusher:signin',
      data: { auth: signature(t.app.config.realtime, `${socket_id}::user::${user_data}`), user_data },
    })
    expect((await client.read()).event).toBe('pusher:signin_success')
    client.send({ event: 'pusher:signin', data: { auth: 'sejour-key:00', user_data } })
    expect(await client.closed).toBe(4009)
  })

  test('a frame over the limit closes the socket', async ({ t }) => {
    const client = await raw(t, PATH)
    await client.read()
    client.send('x'.repeat(70_000))
    expect(await client.closed).toBe(1009)
  })

  test('logout drops the user’s sockets; shutdown drops all with 4200', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    const subscribe = async (who: TestUser) => {
      const client = await raw(t, PATH)
      const { socket_id } = JSON.parse(String((await client.read()).data))
      const answer = await t.call(
        'POST',
        '/broadcasting/auth',
        { socket_id, channel_name: `private-user.${who.id}` },
        who,
      )
      client.send({ event: 'pusher:subscribe', data: { channel: `private-user.${who.id}`, auth: answer.body.auth } })
      await client.read()
      return client
    }
    const [mine, theirs] = [await subscribe(user), await subscribe(other)]
    await t.call('POST', '/auth/logout', undefined, user)
    expect(await mine.closed).toBe(4200)
    const closing = t.app.close()
    expect(await theirs.closed).toBe(4200)
    await closing
  })
})

describe('POST /broadcasting/auth', () => {
  test('signs private and presence channels, as JSON and as a form, with and without the prefix', async ({ t }) => {
    const user = await t.user()
    const own = { socket_id: '1.2', channel_name: `private-user.${user.id}` }
    const expected = { auth: signature(t.app.config.realtime, '1.2', own.channel_name) }
    expect((await t.call('POST', '/broadcasting/auth', own, user)).body).toEqual(expected)
    expect((await t.call('POST', '//broadcasting/auth', own, user)).body).toEqual(expected)
    const form = await t.call('POST', '//broadcasting/auth', new URLSearchParams(own).toString(), {
      token: user.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.body).toEqual(expected)
    const presence = (await t.call('POST', '/broadcasting/auth', { ...own, channel_name: 'presence-chat' }, user)).body
    expect(JSON.parse(presence.channel_data)).toEqual({
      user_id: String(user.id),
      user_info: { id: user.id, username: user.username, avatar: null },
    })
    expect(presence.auth).toBe(signature(t.app.config.realtime, '1.2', 'presence-chat', presence.channel_data))
  })

  test('401 without a token, 400 without its fields', async ({ t }) => {
    const user = await t.user()
    expect(
      (await t.call('POST', '/broadcasting/auth', { socket_id: '1.2', channel_name: 'presence-chat' })).status,
    ).toBe(401)
    const { status, body } = await t.call('POST', '/broadcasting/auth', { socket_id: 'x:y' }, user)
    expect([status, Object.keys(body.data).sort()]).toEqual([400, ['channel_name', 'socket_id']])
  })
})
