import { describe, expect } from 'vitest'
import { AppError } from '../../../src/platform/http/errors.ts'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { write } from '../../support/messages.ts'

const KEY = { 'idempotency-key': 'key' }

/** Keys in use that share two of user, route and name with `key` of a user on a route, or one, or none. */
const usedKeys = (t: TestApp, users: TestUser[], is_carried_out: boolean) => t.db`
  insert into idempotency_keys (user_id, scope, key, request_hash, is_carried_out)
  select id, scope, key, 'used', ${is_carried_out}
  from unnest(${t.db.array(users.map(({ id }) => id))}::bigint[]) id,
    unnest('{POST /messages,POST /reservations,POST /properties}'::text[]) scope, unnest('{key,another}'::text[]) key`

const stillUsed = (t: TestApp) => t.db`
  select to_jsonb(k) as row from idempotency_keys k where request_hash = 'used' order by user_id, scope, key`

describe.for([false, true])('beside keys in use whose work is carried out: %s', (isCarriedOut) => {
  test('the answer to a request is that of its own key', async ({ t }) => {
    const { home, owner, guest } = await scene(t)
    await usedKeys(t, [guest, owner], isCarriedOut)
    await t.db`delete from idempotency_keys where user_id = ${guest.id} and scope = 'POST /messages' and key = 'key'`
    const before = await stillUsed(t)
    const first = await write(t, guest, owner, { property_id: home }, KEY)
    expect(first.status).toBe(201)
    const again = await write(t, guest, owner, { property_id: home }, KEY)
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    expect(await stillUsed(t)).toEqual(before)
  })

  isolated('a request that fails frees its own key', async ({ t }) => {
    const { home, owner, guest } = await scene(t)
    await usedKeys(t, [guest, owner], isCarriedOut)
    await t.db`delete from idempotency_keys where user_id = ${guest.id} and scope = 'POST /reservations' and key = 'key'`
    const before = await stillUsed(t)
    const { createCheckout } = t.app.payments
    t.app.payments.createCheckout = () => Promise.reject(new AppError('providerUnavailable'))
    expect((await book(t, guest, stay(home), KEY)).status).toBe(503)
    t.app.payments.createCheckout = createCheckout
    expect((await book(t, guest, stay(home), KEY)).status).toBe(201)
    expect(await stillUsed(t)).toEqual(before)
  })
})
