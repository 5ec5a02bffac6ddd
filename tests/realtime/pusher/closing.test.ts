import { describe, expect, vi } from 'vitest'
import { userSignature } from '../../../src/realtime/pusher/protocol.ts'
import { isolated, test } from '../../support/app.ts'
import { client, ownSignature, PATH, peerAndWitness, rawSocket } from '../../support/sockets.ts'

const PATIENT = { timeout: 20_000 }

describe('a socket that the service closes is gone', () => {
  isolated(
    'refused peers that ignore it count for their address until they are cut; none holds up a stop',
    async ({ t }) => {
      t.app.config.realtime.limits.socketsPerAddress = 2
      // Silent peers are cut after two seconds; a machine that stands still meanwhile tries again.
      const answers: unknown[] = []
      for (let attempt = 1; attempt <= 5 && !answers.includes(4100); attempt++) {
        const refused = await Promise.all([1, 2].map(() => rawSocket(t.app, '/app/wrong?protocol=7')))
        for (const peer of refused) {
          peer.ignoreClose()
          expect(await peer.read()).toMatchObject({ event: 'pusher:error', data: { code: 4001 } })
        }
        const third = await rawSocket(t.app, PATH)
        answers.push((await third.read()).data.code)
        third.socket.terminate()
        await Promise.all([...refused, third].map(({ closed }) => closed))
      }
      expect(answers).toContain(4100)
      await vi.waitFor(() => expect(t.app.sockets.figures().sockets).toBe(0), PATIENT)
      const accepted = await client(t.app)
      accepted.ignoreClose()
      const late = await rawSocket(t.app, '/app/wrong?protocol=7')
      late.ignoreClose()
      await late.read()
      const start = performance.now()
      await t.app.close()
      // The socket library's own timeout would be thirty seconds.
      expect(performance.now() - start).toBeLessThan(15_000)
      await Promise.all([accepted.closed, late.closed])
    },
  )

  test('logout ends membership at once, also of a peer that ignores it and goes on', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    const [peer, witness] = [await client(t.app), await client(t.app)]
    peer.ignoreClose()
    await witness.join('presence-room', { user_id: String(other.id) })
    peer.send({ event: 'pusher:subscribe', data: await ownSignature(t, user, peer.id) })
    await peer.read()
    await peer.join('presence-room', { user_id: String(user.id) })
    expect(await witness.read()).toMatchObject({ event: 'pusher_internal:member_added' })
    await t.call('POST', '/auth/logout', undefined, user)
    expect(await witness.read()).toMatchObject({
      event: 'pusher_internal:member_removed',
      data: { user_id: String(user.id) },
    })
    peer.send({ event: 'client-x', channel: 'presence-room', data: {} })
    await peer.closed
    await t.app.bus.publish(t.db, { channel: 'presence-room', event: 'last', data: {} })
    expect(await witness.read()).toMatchObject({ event: 'last' })
  })

  test('signatures from before a logout open nothing; a signed-in socket without channels is closed', async ({ t }) => {
    const user = await t.user()
    const [subscriber, signer, signedIn, stranger] = [
      await client(t.app),
      await client(t.app),
      await client(t.app),
      await client(t.app),
    ]
    const old = await ownSignature(t, user, subscriber.id)
    const authOf = async (socket_id: string) =>
      (await t.call('POST', '/broadcasting/user-auth', { socket_id }, user)).body as { auth: string; user_data: string }
    const [oldSignIn, signIn] = [await authOf(signer.id), await authOf(signedIn.id)]
    expect(signIn.auth).toBe(userSignature(t.app.config.realtime, signedIn.id, signIn.user_data))
    signedIn.send({ event: 'pusher:signin', data: signIn })
    expect(await signedIn.read()).toMatchObject({ event: 'pusher:signin_success' })
    await t.call('POST', '/auth/logout', undefined, user)
    expect(await signedIn.closed).toBe(4200)
    subscriber.send({ event: 'pusher:subscribe', data: old })
    expect(await subscriber.closed).toBe(4200)
    signer.send({ event: 'pusher:signin', data: oldSignIn })
    expect(await signer.closed).toBe(4200)
    const again = { ...user, token: t.app.issueToken({ id: user.id, token_version: 1 }).token }
    const fresh = await client(t.app)
    fresh.send({ event: 'pusher:subscribe', data: await ownSignature(t, again, fresh.id) })
    expect((await fresh.read()).event).toBe('pusher_internal:subscription_succeeded')
    expect((await stranger.join('public')).event).toBe('pusher_internal:subscription_succeeded')
  })

  isolated('a reader that does not read is dropped with 4200, and holds nobody up', async ({ t }) => {
    t.app.config.realtime.limits.bufferedBytes = 100_000
    const codes: number[] = []
    for (let attempt = 1; attempt <= 3 && !codes.includes(4200); attempt++) {
      const [slow, quick] = [await client(t.app), await client(t.app)]
      await slow.join('news')
      await quick.join('news')
      slow.socket.pause()
      const dropped = () => t.app.sockets.figures().dropped.get('slow') ?? 0
      while (dropped() < attempt) {
        await t.app.bus.publish(t.db, { channel: 'news', event: 'long', data: 'x'.repeat(200_000) })
        expect((await quick.read()).event).toBe('long')
      }
      // A machine that stands still for two seconds cuts it before it reads; then it tries again.
      slow.socket.resume()
      codes.push(await slow.closed)
    }
    expect(codes).toContain(4200)
  })

  test('what a node missed while it did not hear the bus is made up for', async ({ t }) => {
    const { user, peer, witness } = await peerAndWitness(t)
    // A logout and a node whose messages were lost: only their rows tell of them.
    await t.db`insert into realtime_revocations (user_id, revoked_at) values (${String(user.id)}, now())`
    const node = crypto.randomUUID()
    await t.db`insert into realtime_nodes (node, revision, expires_at) values (${node}, 3, now() + interval '1 hour')`
    await t.db`insert into realtime_presence (node, channel, user_id) values (${node}, 'presence-room', 'far')`
    const killed = await t.db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%sejour_realtime%'`
    expect(killed).toHaveLength(1)
    expect([await peer.closed, await witness.closed]).toEqual([4200, 4200])
    await vi.waitFor(() => expect(t.app.sockets.people('presence-room')).toContain('far'), PATIENT)
    const again = await client(t.app)
    expect(await again.join('presence-room', { user_id: 'w' })).toMatchObject({
      data: { presence: { ids: expect.arrayContaining(['far', 'w']) } },
    })
    expect(t.app.sockets.figures()).toMatchObject({ busGaps: 1, busUp: true })
  })

  isolated(
    'sockets of users connect again after events were missed, so that they read them; others stay',
    async ({ t }) => {
      const user = await t.user()
      const [own, stranger] = [await client(t.app), await client(t.app)]
      own.send({ event: 'pusher:subscribe', data: await ownSignature(t, user, own.id) })
      expect((await own.read()).event).toBe('pusher_internal:subscription_succeeded')
      await stranger.join('news')
      await t.db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%sejour_realtime%'`
      expect(await own.closed).toBe(4200)
      await t.app.bus.publish(t.db, { channel: 'news', event: 'said', data: 'x' })
      expect((await stranger.read()).event).toBe('said')
      expect(t.app.sockets.figures().dropped.get('missed')).toBe(1)
    },
  )
})

isolated('a long message that a node of 0.3 has left for its Redis holds nobody up', async ({ t }) => {
  const socket = await client(t.app)
  await socket.join('public')
  await t.db`insert into realtime_outbox (channel, message) values ('public', ${'é'.repeat(4_000)})`
  await t.app.bus.publish(t.db, { channel: 'public', event: 'told', data: {} })
  expect((await socket.read()).event).toBe('told')
  expect(await t.db`select from realtime_outbox`).toEqual([])
})
