import { expect } from 'vitest'
import { signedEvent } from '../../../src/dev/stripe/store.ts'
import { toAppError } from '../../../src/platform/plugins/errors.ts'
import { type TestApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { SOON } from '../../support/refusals.ts'

/** Outcome of an error of a statement with these limits. */
async function failureOf(t: TestApp, limit: string, statement: string) {
  const error = await t.db
    .begin(async (tx) => {
      await tx.unsafe(`set local ${limit}`)
      await tx.unsafe(statement)
    })
    .catch((cause: Error) => cause)
  const failure = toAppError(error as Error)
  return [failure.status, failure.headers]
}

const LATER = [503, { 'retry-after': SOON }]

test('a lock that is held too long, and a statement that runs too long, are 503 with Retry-After', async ({ t }) => {
  const { home, guest } = await scene(t)
  await book(t, guest, stay(home))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holder = t.db.begin(async (tx) => {
    await tx`select from reservations for update`
    lock()
    await held
  })
  await locked
  expect(await failureOf(t, `lock_timeout = '50ms'`, 'select from reservations for update')).toEqual(LATER)
  release()
  await holder
  expect(await failureOf(t, `statement_timeout = '50ms'`, 'select pg_sleep(30)')).toEqual(LATER)
})

test('a write that would wait for too long is refused before its token is read; reads go on, and events wait', async ({
  t,
}) => {
  const { app, call } = await t.node({ run: false }, { max: 2, waitMs: 60_000, patienceMs: 0 })
  const [held, quick, alsoHeld, last] = [await t.user(), await t.user(), await t.user(), await t.user()]
  const save = (token: string) =>
    call('PUT', '/user/billing', { company: 'Atelier Durand', vat_number: null, address: null }, { token })
  const hold = async (user: { id: number }) => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const done = t.db.begin(async (tx) => {
      await tx`select from users where id = ${user.id} for update`
      locked()
      await isHeld
    })
    await isLocked
    return async () => {
      release()
      await done
    }
  }
  const expectWaiting = (waiting: number) =>
    expect.poll(() => app.db.pool.figures()?.write).toMatchObject({ taken: 1, waiting })
  const releases = [await hold(held), await hold(alsoHeld)]
  const sent = []
  for (const [index, user] of [held, quick, alsoHeld, last].entries()) {
    sent.push(save(user.token))
    await expectWaiting(index)
  }
  // Two freed places show how fast they are freed.
  await releases[0]?.()
  await expectWaiting(1)
  expect(await save('no token')).toMatchObject({ status: 503, headers: { 'retry-after': SOON } })
  expect(await call('GET', '/user', undefined, last)).toMatchObject({ status: 200 })
  const created = Math.floor(Date.now() / 1000)
  const event = { id: 'evt_busy', object: 'event', created, type: 'price.created', data: { object: { id: 'price_1' } } }
  const { body, headers } = signedEvent(event, app.config.stripe.webhookSecret)
  const received = app.inject({ method: 'POST', url: '/api/v1/stripe/webhook', headers, payload: body })
  await expectWaiting(2)
  await releases[1]?.()
  expect((await received).statusCode).toBe(200)
  for (const answer of await Promise.all(sent)) expect(answer).toMatchObject({ status: 200 })
  expect(await save('no token')).toMatchObject({ status: 401 })
})
