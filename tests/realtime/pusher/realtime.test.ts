import EchoClient from 'laravel-echo'
import { describe, expect } from 'vitest'
import { notify } from '../../../src/accounts/notifications/notify.ts'
import { transaction } from '../../../src/platform/db/client.ts'
import { privateUser } from '../../../src/realtime/bus/channels.ts'
import { test } from '../../support/app.ts'
import { next, Pusher, stockPusher } from '../../support/sockets.ts'

// The CommonJS builds export the class as the default or as a property of it; their types declare only one of these.
const Echo = EchoClient as unknown as typeof EchoClient

describe('a stock pusher-js', () => {
  test('receives its user’s notifications and messages, pushed at commit', async ({ t }) => {
    const address = await t.listen()
    const user = await t.user({ locale: 'en' })
    const pusher = stockPusher(address.port, user)
    const channel = pusher.subscribe(`private-user.${user.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const received = next(channel, 'notification')
    await transaction(t.db, (tx) =>
      notify(t.app, tx, {
        user_id: user.id,
        property_id: null,
        dedupe_key: 'x',
        data: { reservation_id: 3 },
        content: { type: 'reservation_confirmed', home: 'Casa', check_in: '2027-07-01', check_out: '2027-07-04' },
      }),
    )
    expect(await received).toEqual({
      id: expect.any(Number),
      type: 'reservation_confirmed',
      title: 'Reservation confirmed',
      message: 'The reservation is confirmed: “Casa”, 1 to 4 July 2027.',
      data: { reservation_id: 3, home: 'Casa', check_in: '2027-07-01', check_out: '2027-07-04' },
      timestamp: expect.stringMatching(/Z$/),
    })
    const long = next(channel, 'message')
    await t.app.bus.publish(t.db, {
      channel: privateUser(user.id),
      event: 'message',
      data: { content: 'é'.repeat(20_000) },
    })
    expect(String((await long).content)).toHaveLength(20_000)
    pusher.disconnect()
  })

  test('hears nothing of a rollback, nor when its user wants no push', async ({ t }) => {
    const address = await t.listen()
    const user = await t.user()
    const pusher = stockPusher(address.port, user)
    const channel = pusher.subscribe(`private-user.${user.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const heard: string[] = []
    channel.bind_global((event: string) => heard.push(event))
    const done = next(channel, 'message')
    await transaction(t.db, async (tx) => {
      await t.app.bus.publish(tx, { channel: privateUser(user.id), event: 'lost', data: {} })
      throw new Error('rollback')
    }).catch(() => undefined)
    await transaction(t.db, async (tx) => {
      await transaction(tx, async (savepoint) => {
        await t.app.bus.publish(savepoint, { channel: privateUser(user.id), event: 'undone', data: {} })
        throw new Error('undone')
      }).catch(() => undefined)
    })
    await t.call('PUT', '/notifications/settings', { push_notifications: false }, user)
    await transaction(t.db, (tx) =>
      notify(t.app, tx, {
        user_id: user.id,
        property_id: null,
        dedupe_key: 'x',
        data: { reservation_id: 7 },
        content: { type: 'reservation_confirmed', home: 'x', check_in: '2027-07-01', check_out: '2027-07-04' },
      }),
    )
    await t.app.bus.publish(t.db, { channel: privateUser(user.id), event: 'message', data: { last: true } })
    await done
    expect(heard).toEqual(['message'])
    pusher.disconnect()
  })

  test('is refused another user’s channel, and presence until verified', async ({ t }) => {
    const address = await t.listen()
    const [user, other] = [await t.user({ verified: false }), await t.user()]
    const pusher = stockPusher(address.port, user)
    for (const name of [`private-user.${other.id}`, 'presence-chat', 'private-anything', 'presence-other']) {
      const error = await next(pusher.subscribe(name), 'pusher:subscription_error')
      expect(error).toMatchObject({ type: 'AuthError', status: 403 })
    }
    pusher.disconnect()
  })

  test('sees who is there: people, not sockets', async ({ t }) => {
    const address = await t.listen()
    const [ada, bob] = [await t.user(), await t.user()]
    const first = stockPusher(address.port, ada)
    const here = await next(first.subscribe('presence-chat'), 'pusher:subscription_succeeded')
    expect(here).toMatchObject({
      count: 1,
      me: { id: String(ada.id), info: { id: ada.id, username: ada.username, avatar: null } },
    })
    const joined = next(first.channel('presence-chat'), 'pusher:member_added')
    const second = stockPusher(address.port, bob)
    expect(await next(second.subscribe('presence-chat'), 'pusher:subscription_succeeded')).toMatchObject({ count: 2 })
    expect(await joined).toMatchObject({ id: String(bob.id), info: { username: bob.username } })
    const third = stockPusher(address.port, bob)
    expect(await next(third.subscribe('presence-chat'), 'pusher:subscription_succeeded')).toMatchObject({ count: 2 })
    const events: string[] = []
    first.channel('presence-chat').bind_global((event: string) => events.push(event))
    const left = next(first.channel('presence-chat'), 'pusher:member_removed')
    third.disconnect()
    // A client event of the second socket proves that the first has received everything before it.
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
    const [user, sender] = [await t.user(), await t.user({ role: 'support' })]
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
    const sent = await t.call('POST', '/messages', { receiver_id: user.id, content: 'hello' }, sender)
    expect(await received).toEqual({
      ...sent.body.data,
      sender: { id: sender.id, first_name: 'Ada', avatar: null },
    })
    const here = await new Promise((resolve) => echo.join('chat').here(resolve))
    expect(here).toEqual([{ id: user.id, username: user.username, avatar: null }])
    echo.disconnect()
  })
})
