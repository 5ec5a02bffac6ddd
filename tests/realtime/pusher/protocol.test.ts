import { describe, expect } from 'vitest'
import { test } from '../../support/app.ts'
import { client, next, portOf, stockPusher } from '../../support/sockets.ts'

const SUCCEEDED = 'pusher_internal:subscription_succeeded'

describe('the protocol', () => {
  test('takes the frames of other clients: pings without data, data as text, binary frames refused', async ({ t }) => {
    const socket = await client(t.app)
    // Pysher sends '' as data, pusher-java none, pusher-websocket-dotnet text.
    for (const ping of [
      '{"event":"pusher:ping"}',
      '{"event": "pusher:ping", "data": ""}',
      '{"event":"pusher:ping","data":null}',
    ]) {
      socket.send(ping)
      expect((await socket.read()).event).toBe('pusher:pong')
    }
    socket.send('{"event":"pusher:subscribe","data":"{\\"channel\\":\\"news\\"}"}')
    expect(await socket.read()).toEqual({ event: SUCCEEDED, channel: 'news', data: {} })
    socket.socket.send(Buffer.from('{"event":"pusher:ping"}'))
    expect(await socket.read()).toMatchObject({ event: 'pusher:error', data: { code: 4300 } })
    socket.send({ event: 'pusher:subscribe', data: { channel: 'no spaces' } })
    expect(await socket.read()).toMatchObject({
      event: 'pusher:subscription_error',
      channel: 'no spaces',
      data: { status: 400 },
    })
    await socket.join('private-encrypted-room')
    socket.send({ event: 'client-x', channel: 'private-encrypted-room', data: {} })
    expect(await socket.read()).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })
  })

  test('subscribing again answers again, at the limit too; other channel_data replaces the member', async ({ t }) => {
    const [socket, witness] = [await client(t.app), await client(t.app)]
    await witness.join('presence-room', { user_id: 'w' })
    const joined = await socket.join('presence-room', { user_id: 'a' })
    expect(joined.data.presence).toEqual({ ids: ['w', 'a'], hash: { w: null, a: null }, count: 2 })
    expect(await witness.read()).toMatchObject({ event: 'pusher_internal:member_added', data: { user_id: 'a' } })
    for (let count = 1; count < 100; count++) await socket.join(`c${count}`)
    expect(await socket.join('c100')).toMatchObject({
      event: 'pusher:subscription_error',
      data: { type: 'LimitReached' },
    })
    expect((await socket.join('c7')).event).toBe(SUCCEEDED)
    expect((await socket.join('presence-room', { user_id: 'a' })).data.presence.count).toBe(2)
    const replaced = await socket.join('presence-room', { user_id: 'b', user_info: { name: 'B' } })
    expect(replaced.data.presence).toEqual({ ids: ['w', 'b'], hash: { w: null, b: { name: 'B' } }, count: 2 })
    expect(await witness.read()).toMatchObject({ event: 'pusher_internal:member_removed', data: { user_id: 'a' } })
    expect(await witness.read()).toMatchObject({
      event: 'pusher_internal:member_added',
      data: { user_id: 'b', user_info: { name: 'B' } },
    })
    await socket.join('presence-room', { user_id: 'b', user_info: { name: 'C' } })
    expect(await witness.read()).toMatchObject({ event: 'pusher_internal:member_removed', data: { user_id: 'b' } })
    expect(await witness.read()).toMatchObject({
      event: 'pusher_internal:member_added',
      data: { user_info: { name: 'C' } },
    })
    socket.socket.terminate()
    expect(await witness.read()).toMatchObject({ event: 'pusher_internal:member_removed', data: { user_id: 'b' } })
  })

  test('a cache channel answers with its last event, or says that it has none', async ({ t }) => {
    const [first, second] = [await client(t.app), await client(t.app)]
    expect((await first.join('private-cache-price')).event).toBe(SUCCEEDED)
    expect(await first.read()).toMatchObject({ event: 'pusher:cache_miss', channel: 'private-cache-price' })
    for (const price of [1, 2]) {
      await t.app.bus.publish(t.db, { channel: 'private-cache-price', event: 'price', data: { price } })
      expect(await first.read()).toMatchObject({ event: 'price', data: { price } })
    }
    await second.join('private-cache-price')
    expect(await second.read()).toEqual({ event: 'price', channel: 'private-cache-price', data: { price: 2 } })
  })

  test('a stock pusher-js signs in, and hears of it on its own callbacks', async ({ t }) => {
    const user = await t.user()
    const pusher = stockPusher(await portOf(t.app), user)
    pusher.signin()
    await next(pusher, 'pusher:signin_success')
    expect(pusher.user.user_data).toMatchObject({ id: String(user.id), user_info: { username: user.username } })
    const refused = await next(pusher.subscribe('no spaces'), 'pusher:subscription_error')
    expect(refused).toMatchObject({ type: 'InvalidChannel', status: 400 })
    const heard = next(pusher.user, 'hello')
    await t.app.bus.publish(t.db, { channel: `#server-to-user-${user.id}`, event: 'hello', data: { to: 'you' } })
    expect(await heard).toEqual({ to: 'you' })
    pusher.disconnect()
  })
})
