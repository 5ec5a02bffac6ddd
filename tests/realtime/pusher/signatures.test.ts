import { describe, expect, vi } from 'vitest'
import { batchedLookup } from '../../../src/accounts/auth/batched-lookup.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { client, ownSignature } from '../../support/sockets.ts'

const PEOPLE = 24

function tokenOf({ id, token }: TestUser) {
  const { jti, sid, ver } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { user_id: id, jti, sid, token_version: ver }
}

/** The statements that wait for a lock. */
const waiting = (t: TestApp) =>
  t.db`select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%with ordinality t (user_id%'`

describe('signatures that are asked for at once', () => {
  test('find the same account as alone, or none, by one statement', async ({ t }) => {
    const users = await Promise.all(Array.from({ length: 6 }, () => t.user()))
    const [valid, loggedOut, older, deleted, refreshed, inGrace] = users.map(tokenOf)
    if (!valid || !loggedOut || !older || !deleted || !refreshed || !inGrace) throw new Error('no users')
    const tokens = [valid, loggedOut, older, deleted, refreshed, inGrace, valid, { ...valid, user_id: 2_000_000_000 }]
    const soon = "now() + interval '1 hour'"
    await t.db`insert into ended_sessions (sid, user_id, expires_at) values (${loggedOut.sid}, ${loggedOut.user_id}, ${t.db.unsafe(soon)})`
    await t.db`update users set token_version = 2 where id = ${older.user_id}`
    await t.db`update users set deleted_at = now() where id = ${deleted.user_id}`
    for (const [{ jti, user_id }, ago] of [
      [refreshed, '1 hour'],
      [inGrace, '0 seconds'],
    ] as const) {
      await t.db`insert into refreshed_tokens (jti, user_id, refreshed_at, expires_at)
        values (${jti}, ${user_id}, now() - ${ago}::interval, ${t.db.unsafe(soon)})`
    }
    const alone = await Promise.all(tokens.map((token) => queries.auth.findAccount(t.db, token)))
    expect(alone.map((account) => account?.id)).toEqual([
      valid.user_id,
      ...[undefined, undefined, undefined, undefined],
      inGrace.user_id,
      valid.user_id,
      undefined,
    ])
    const find = batchedLookup()
    const found = await t.db.begin(async (tx) => {
      await tx`lock table ended_sessions in access exclusive mode`
      const asked = tokens.map((token) => find(t.db, token))
      await vi.waitFor(async () => expect(await waiting(t)).toHaveLength(1), 10_000)
      return { asked }
    })
    expect(await Promise.all(found.asked)).toEqual(alone)
  })

  test('are decided one by one: a session that ends before the statement gets none', async ({ t }) => {
    const [leaver, stayer] = [await t.user(), await t.user()]
    const { sid } = tokenOf(leaver)
    const sign = async (user: TestUser) => {
      const body = { socket_id: '1.1', channel_name: `private-user.${user.id}` }
      return (await t.call('POST', '/broadcasting/auth', body, user)).status
    }
    const { asked } = await t.db.begin(async (tx) => {
      await tx`lock table ended_sessions in access exclusive mode`
      const asked = [leaver, stayer, leaver, stayer].map(sign)
      await vi.waitFor(async () => expect(await waiting(t)).not.toHaveLength(0), 10_000)
      await tx`insert into ended_sessions (sid, user_id, expires_at) values (${sid}, ${leaver.id}, now() + interval '1 hour')`
      return { asked }
    })
    expect(await Promise.all(asked)).toEqual([401, 200, 401, 200])
  })

  test('race revocations: no socket of a person whose rights have changed stays in their channel', async ({ t }) => {
    await t.listen()
    const users = await Promise.all(Array.from({ length: PEOPLE }, () => t.user()))
    const revoke = async (user: TestUser, index: number): Promise<number | undefined> => {
      if (index % 3 === 0) return undefined
      if (index % 3 === 1) return (await t.call('POST', '/auth/logout', undefined, user)).status
      const fields = { current_password: PASSWORD, password: 'new password', password_confirmation: 'new password' }
      return (await t.call('PUT', '/user', fields, user)).status
    }
    const sockets = await Promise.all(users.map(() => client(t.app)))
    const outcomes = await Promise.all(
      users.flatMap((user, index) => {
        const socket = sockets[index]
        if (!socket) return []
        const join = async () => {
          const data = await ownSignature(t, user, socket.id)
          if (data.auth === undefined) return 'refused'
          socket.send({ event: 'pusher:subscribe', data })
          return 'asked'
        }
        return [Promise.all([join(), revoke(user, index)])]
      }),
    )
    for (const [index, [outcome, revoked]] of outcomes.entries()) {
      const socket = sockets[index]
      if (revoked === undefined) {
        expect(outcome).toBe('asked')
        expect(await socket?.read()).toMatchObject({ event: 'pusher_internal:subscription_succeeded' })
      } else {
        expect(revoked).toBe(200)
        if (outcome === 'asked') expect(await socket?.closed).toBe(4200)
      }
    }
  })
})
