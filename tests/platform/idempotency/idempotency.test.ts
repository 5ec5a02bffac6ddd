import { describe, expect, inject, onTestFinished, vi } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { alone, isolated, startApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { write } from '../../support/messages.ts'
import { reserved } from '../../support/payments.ts'
import { cloneBehindRelay } from '../../support/relay.ts'

const WAIT = { timeout: 20_000, interval: 50 }

describe('Idempotency-Key', () => {
  alone('the same key and body give the first answer again; another body is 409', async ({ t }) => {
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

  alone('ten requests with one key at once make one reservation', async ({ t }) => {
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

  alone('a key counts for a route, not for the spelling of its path', async ({ t }) => {
    const { home, guest } = await scene(t)
    await book(t, guest, stay(home), { 'idempotency-key': 'd' })
    expect(await t.db`select scope from idempotency_keys`).toEqual([{ scope: 'POST /reservations' }])
  })

  alone('a claim whose process died before it answered is void after a minute', async ({ t }) => {
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

describe('a request whose commit is not answered', () => {
  const relayed = async () => {
    const { database, relay } = await cloneBehindRelay()
    onTestFinished(() => database.drop())
    const t = await startApp({}, { run: false }, { database })
    onTestFinished(() => t.close())
    return { t, relay }
  }

  test('is not done again: messages, supplements and refunds', async () => {
    const { t, relay } = await relayed()
    const { owner, guest, id, url: paymentUrl } = await reserved(t)
    await t.deliver(t.pay(paymentUrl))
    const support = await t.user({ role: 'support' })
    const [payment] = await t.db`select id from payments`
    const requests = [
      [guest, '/messages', { receiver_id: owner.id, content: 'lost-1' }, 'messages'],
      [owner, `/reservations/${id}/supplements`, { label: 'lost-2', amount: 12 }, 'supplements'],
      [support, `/payments/${payment?.id}/refund`, { reason: 'lost-3', amount: 10 }, 'refunds'],
    ] as const
    for (const [user, url, body, table] of requests) {
      const options = { token: user.token, headers: { 'idempotency-key': table } }
      relay.loseCommitOf('lost-')
      expect((await t.call('POST', url, body, options)).status).toBe(503)
      const again = await t.call('POST', url, body, { ...options, locale: 'en' })
      expect([again.status, again.body.message]).toEqual([
        409,
        'The first request with this key was processed, but its response was lost. Check its result before you retry.',
      ])
      await t.db`update idempotency_keys set created_at = now() - interval '61 seconds'`
      expect((await t.call('POST', url, body, options)).status).toBe(409)
      expect(await t.db`select from ${t.db(table)}`).toHaveLength(1)
      const other = await t.call('POST', url, body, { ...options, headers: { 'idempotency-key': 'another' } })
      expect(other.status).toBeLessThan(300)
    }
  })

  test('finds what it has done, where it can: a hold with its checkout', async () => {
    const { t, relay } = await relayed()
    const { home, guest } = await scene(t)
    const wish = { ...stay(home), message: 'lost' }
    relay.loseCommitOf('lost')
    const first = await book(t, guest, wish, { 'idempotency-key': 'a' })
    expect(first.status).toBe(503)
    const again = await book(t, guest, wish, { 'idempotency-key': 'a' })
    expect([again.status, again.body.data.payment_url]).toEqual([201, expect.stringContaining('http')])
    expect(await t.db`select from reservations`).toHaveLength(1)
  })

  alone('is remembered too when its client offers another protocol', async ({ t }) => {
    const { home, guest } = await scene(t)
    const headers = { 'idempotency-key': 'a', connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
    expect((await book(t, guest, { ...stay(home), inquiry: true }, headers)).status).toBe(201)
    expect(await t.db`select is_carried_out, status from idempotency_keys`).toEqual([
      { is_carried_out: true, status: 201 },
    ])
  })

  alone('of a key whose node died stays done', async ({ t }) => {
    const { home, guest } = await scene(t)
    const inquiry = { ...stay(home), inquiry: true }
    expect((await book(t, guest, inquiry, { 'idempotency-key': 'a' })).status).toBe(201)
    await t.db`update idempotency_keys set status = null, body = null`
    const early = await book(t, guest, inquiry, { 'idempotency-key': 'a' })
    expect([early.status, early.headers['retry-after']]).toEqual([409, '1'])
    await t.db`update idempotency_keys set created_at = now() - interval '61 seconds'`
    const late = await book(t, guest, inquiry, { 'idempotency-key': 'a' })
    expect([late.status, late.headers['retry-after']]).toEqual([409, undefined])
    expect(await t.db`select from reservations`).toHaveLength(1)
  })
})

describe('a key whose request ends while the database is away', () => {
  isolated('is free as soon as the database is back, unless another request has claimed it meanwhile', async () => {
    const { database, relay } = await cloneBehindRelay()
    onTestFinished(() => database.drop())
    const t = await startApp({}, { run: false }, { database })
    onTestFinished(() => t.close())
    const around = connect(inject('databaseUrl').replace('/DATABASE', `/${database.name}`), { max: 1 })
    onTestFinished(() => around.end())
    const { home, guest } = await scene(t)
    const [first, second] = [stay(home), stay(home, 60)]
    const both = Promise.withResolvers<void>()
    let asked = 0
    const { createCheckout } = t.app.payments
    t.app.payments.createCheckout = async () => {
      if (++asked === 2) both.resolve()
      await both.promise
      relay.cut()
      throw new AppError('providerUnavailable')
    }
    const answers = await Promise.all([
      book(t, guest, first, { 'idempotency-key': 'taken' }),
      book(t, guest, second, { 'idempotency-key': 'free' }),
    ])
    t.app.payments.createCheckout = createCheckout
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    await around`update idempotency_keys set claim = gen_random_uuid() where key = 'taken'`
    relay.mend()
    const keys = () => around`select key, status from idempotency_keys`
    await vi.waitFor(async () => expect(await keys()).toEqual([{ key: 'taken', status: null }]), WAIT)
    expect((await book(t, guest, second, { 'idempotency-key': 'free' })).status).toBe(201)
    expect(await keys()).toContainEqual({ key: 'taken', status: null })
  })
})

describe('a database that went on without the claim of a key', () => {
  test('while its request works: nothing is done, and 503 asks for a repetition', async ({ t }) => {
    const { owner, guest } = await scene(t)
    await t.db.unsafe(`
      create function forget() returns trigger language plpgsql as 'begin delete from idempotency_keys where user_id = new.sender_id; return new; end';
      create trigger forget before insert on messages for each row execute function forget()`)
    const first = await write(t, guest, owner, {}, { 'idempotency-key': 'a' })
    expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
    expect(await t.db`select from messages where sender_id = ${guest.id}`).toHaveLength(0)
    await t.db`drop trigger forget on messages`
    expect((await write(t, guest, owner, {}, { 'idempotency-key': 'a' })).status).toBe(201)
  })

  isolated('before its answer: 503, and a repetition does what is gone, or finds it', async ({ t }) => {
    const { home, guest } = await scene(t)
    const { createCheckout } = t.app.payments
    t.app.payments.createCheckout = async (...checkout) => {
      await t.db`delete from idempotency_keys where user_id = ${guest.id}`
      t.app.payments.createCheckout = createCheckout
      return createCheckout(...checkout)
    }
    const first = await book(t, guest, stay(home), { 'idempotency-key': 'a' })
    expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
    const again = await book(t, guest, stay(home), { 'idempotency-key': 'a' })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect(await t.db`select from reservations where guest_id = ${guest.id}`).toHaveLength(1)
  })

  isolated('before a refusal: the refusal', async ({ t }) => {
    const { home, guest } = await scene(t)
    t.app.payments.createCheckout = async () => {
      await t.db`delete from idempotency_keys where user_id = ${guest.id}`
      throw new AppError('taken')
    }
    const refused = await book(t, guest, stay(home), { 'idempotency-key': 'a' })
    expect([refused.status, refused.body.code]).toEqual([409, 'taken'])
  })
})
