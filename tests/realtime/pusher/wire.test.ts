import { once } from 'node:events'
import { describe, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { signature } from '../../../src/realtime/pusher/protocol.ts'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'

/** A bare socket, for frames that a stock client never sends. */
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
    ['/app/sejour-key?protocol=3', 4007],
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
      expect(await client.read(), nonsense).toMatchObject({
        event: nonsense.includes('sp ace') ? 'pusher:subscription_error' : 'pusher:error',
      })
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
    expect((await client.read()).event).toBe('pusher:subscription_error')
    client.socket.close()
  })

  isolated(
    'ten client events a second of one person, over all their sockets and after these; others have their own',
    async ({ t }) => {
      const channel = 'presence-chat'
      const join = async (id: string) => {
        const client = await raw(t, PATH)
        const { socket_id } = JSON.parse(String((await client.read()).data))
        const channel_data = JSON.stringify({ user_id: id })
        const auth = signature(t.app.config.realtime, socket_id, `${channel}:${channel_data}`)
        client.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data } })
        expect((await client.read()).event).toBe('pusher_internal:subscription_succeeded')
        return client
      }
      /** Reply of the service to a client event; an answer to a ping says that there was nothing. */
      const isRefused = async (client: Awaited<ReturnType<typeof raw>>) => {
        client.send({ event: 'client-x', channel, data: {} })
        client.send({ event: 'pusher:ping', data: {} })
        for (let refused = false; ; ) {
          const { event } = await client.read()
          if (event === 'pusher:pong') return refused
          refused ||= event === 'pusher:error'
        }
      }
      vi.useFakeTimers({ toFake: ['performance'] })
      try {
        const ones = await Promise.all(Array.from({ length: 5 }, () => join('1')))
        const other = await join('2')
        const refusals: boolean[] = []
        for (let count = 0; count < 3; count++) for (const one of ones) refusals.push(await isRefused(one))
        expect(refusals.filter((refused) => !refused)).toHaveLength(10)
        expect(await isRefused(other)).toBe(false)
        for (const one of ones) one.socket.close()
        await Promise.all(ones.map((one) => one.closed))
        const again = await join('1')
        expect(await isRefused(again)).toBe(true)
        vi.advanceTimersByTime(1_000)
        expect(await isRefused(again)).toBe(false)
      } finally {
        vi.useRealTimers()
      }
    },
  )

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

  isolated('logout drops the user’s sockets; shutdown drops all with 4200', async ({ t }) => {
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
  isolated('signs private and presence channels, as JSON and as a form, with and without the prefix', async ({ t }) => {
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
