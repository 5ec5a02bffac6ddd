import { describe, expect } from 'vitest'
import { addressKey, Bucket, SlidingWindow } from '../../../src/realtime/pusher/limits.ts'
import { isolated, test } from '../../support/app.ts'
import { client, PATH, rawSocket } from '../../support/sockets.ts'

describe('limits', () => {
  test('a window slides: ten in any second, not twice ten around its edge', () => {
    const window = new SlidingWindow()
    const take = (now: number) => window.take(10, now)
    for (let count = 0; count < 9; count++) expect(take(900)).toBe(true)
    expect(take(1_000)).toBe(true)
    expect([take(1_100), take(1_899)]).toEqual([false, false])
    for (let count = 0; count < 9; count++) expect(take(1_900)).toBe(true)
    expect(take(1_950)).toBe(false)
    expect(take(2_000)).toBe(true)
  })

  test('a bucket lets a client begin quickly, and then holds it to its rate', () => {
    const bucket = new Bucket(10, 0)
    const taken = (now: number) => Array.from({ length: 100 }).filter(() => bucket.take(now)).length
    expect([taken(0), taken(0), taken(500), taken(100_000)]).toEqual([40, 0, 5, 40])
  })

  test('an IPv6 network counts as one address', () => {
    expect(addressKey('2001:db8:1:2:3::1')).toBe(addressKey('2001:db8:1:2:ffff::9'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect([addressKey('::ffff:192.0.2.1'), addressKey('192.0.2.1')]).toEqual(['192.0.2.1', '192.0.2.1'])
  })

  isolated('each says what it refuses', async ({ t }) => {
    Object.assign(t.app.config.realtime.limits, {
      sockets: 4,
      socketsPerUser: 1,
      framesPerSecond: 20,
      presenceMembers: 1,
      channelDataBytes: 60,
      eventBytes: 100,
    })
    const [first, second, third, loud] = [
      await client(t.app),
      await client(t.app),
      await client(t.app),
      await client(t.app),
    ]
    const fifth = await rawSocket(t.app, PATH)
    expect(await fifth.read()).toMatchObject({ event: 'pusher:error', data: { code: 4100 } })
    expect(await fifth.closed).toBe(4100)

    expect((await first.join('private-user.1')).event).toBe('pusher_internal:subscription_succeeded')
    second.send({ event: 'pusher:ping' })
    expect((await second.read()).event).toBe('pusher:pong')
    void second.join('private-user.1')
    expect(await second.closed).toBe(4100)

    expect((await third.join('presence-a', { user_id: '3' })).data.presence.count).toBe(1)
    const refused = { event: 'pusher:subscription_error', data: { type: 'LimitReached' } }
    expect(await first.join('presence-a', { user_id: '1' })).toMatchObject(refused)
    expect(await first.join('presence-b', { user_id: 'x', user_info: 'é'.repeat(20) })).toMatchObject(refused)
    const tooLong = await first.join('presence-b', { user_id: 'x'.repeat(129) })
    expect(tooLong.event).toBe('pusher:subscription_error')

    // 40 characters of two bytes each: bytes count.
    first.send({ event: 'client-x', channel: 'private-user.1', data: 'é'.repeat(40) })
    expect(await first.read()).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })

    for (let count = 0; count < 1_000; count++) loud.send({ event: 'pusher:ping' })
    expect(await loud.closed).toBe(4100)
    const metrics = (await t.call('GET', '//metrics')).body
    expect(metrics).toContain('realtime_dropped_total{reason="loud"} 1')
    expect(metrics).toContain('realtime_dropped_total{reason="refused"} 2')
    expect(metrics).toContain('realtime_people 1')
  })
})
