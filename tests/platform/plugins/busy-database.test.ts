import { expect } from 'vitest'
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
