import { describe, expect } from 'vitest'
import { test } from '../support/app.ts'
import { book, scene, stay } from '../support/booking.ts'

describe('Idempotency-Key', () => {
  test('the same key and body give the first answer again; another body is 409', async ({ t }) => {
    const { home, guest } = await scene(t)
    const key = { 'idempotency-key': 'a-1' }
    const first = await book(t, guest, stay(home), key)
    const again = await book(t, guest, stay(home), key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    const other = await book(t, guest, stay(home, 60), key)
    expect(other.status).toBe(409)
    expect(await t.db`select from reservations`).toHaveLength(1)
    // Keys of different users are independent.
    expect((await book(t, await t.user(), stay(home, 60), key)).status).toBe(201)
  })

  test('ten requests with one key at once make one reservation', async ({ t }) => {
    const { home, guest } = await scene(t)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => book(t, guest, stay(home), { 'idempotency-key': 'b' })),
    )
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await t.db`select from reservations`).toHaveLength(1)
    const settled = await book(t, guest, stay(home), { 'idempotency-key': 'b' })
    expect(settled.status).toBe(201)
  })

  test('a refusal is repeated, an empty key is a field error', async ({ t }) => {
    const { home, guest } = await scene(t)
    const bad = { ...stay(home), adults: 99 }
    expect((await book(t, guest, { ...stay(home), adults: 9 }, { 'idempotency-key': 'c' })).status).toBe(400)
    expect(
      (await book(t, guest, { ...stay(home), adults: 9 }, { 'idempotency-key': 'c' })).headers['idempotency-replayed'],
    ).toBe('true')
    expect((await book(t, guest, bad, { 'idempotency-key': '' })).status).toBe(400)
  })

  test('a key counts for a route, not for the spelling of its path', async ({ t }) => {
    const { home, guest } = await scene(t)
    await book(t, guest, stay(home), { 'idempotency-key': 'd' })
    expect(await t.db`select scope from idempotency_keys`).toEqual([{ scope: 'POST /reservations' }])
  })

  test('a claim whose process died before it answered is void after a minute', async ({ t }) => {
    const { home, guest } = await scene(t)
    const key = { 'idempotency-key': 'e' }
    await book(t, guest, stay(home), key)
    await t.call('POST', '/reservations/1/cancel', {}, guest)
    await t.db`update idempotency_keys set status = null, body = null`
    const early = await book(t, guest, stay(home), key)
    expect([early.status, early.headers['retry-after']]).toEqual([409, '1'])
    await t.db`update idempotency_keys set created_at = now() - interval '61 seconds'`
    expect((await book(t, guest, stay(home), key)).status).toBe(201)
  })
})
