import { expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { isolated, type TestApp } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { holdUntil } from '../../support/stays.ts'

/** Minutes for which the nights of all holds are kept, and can be paid. */
const minutes = (t: TestApp) => t.db`
  select round(extract(epoch from r.hold_expires_at - now()) / 60)::int as held,
    round(extract(epoch from p.payable_until - now()) / 60)::int as payable
  from reservations r join payments p on p.reservation_id = r.id where r.status = 'pending' and r.currency = 'EUR'`

/** Makes the provider refuse to open checkouts, until the returned function is called. */
function failing(t: TestApp, code: 'providerRefused' | 'providerUnavailable') {
  const { createCheckout } = t.app.payments
  t.app.payments.createCheckout = () => Promise.reject(new AppError(code))
  return () => {
    t.app.payments.createCheckout = createCheckout
  }
}

for (const [code, status] of [
  ['providerRefused', 502],
  ['providerUnavailable', 503],
] as const) {
  isolated(
    `a hold whose checkout is ${status} blocks its nights for a minute, and lasts when it is opened within it`,
    async ({ t }) => {
      const { guest, home } = await scene(t)
      const wanted = stay(home, 60)
      const mend = failing(t, code)
      expect((await book(t, guest, wanted)).status).toBe(status)
      expect(await minutes(t)).toEqual([{ held: 1, payable: 1 }])
      mend()
      expect((await book(t, guest, wanted)).status).toBe(201)
      expect(await minutes(t)).toEqual([{ held: 50, payable: 50 }])
      failing(t, code)
      const other = stay(home, 80)
      expect((await book(t, guest, other)).status).toBe(status)
      // The first hold has its link, and keeps it.
      await t.db`update reservations set hold_expires_at = now() - interval '1 second' where check_in = ${other.check_in}`
      await t.db`update payments set payable_until = now() - interval '1 second' where check_in = ${other.check_in}`
      await expireHoldsJob.run(t.app, {})
      mend()
      expect((await book(t, await t.user(), other)).status).toBe(201)
      expect(await minutes(t)).toEqual([
        { held: 50, payable: 50 },
        { held: 50, payable: 50 },
      ])
    },
  )
}

isolated('a hold that ends while the provider opens its checkout is 409, and the checkout is closed', async ({ t }) => {
  const { guest, home } = await scene(t)
  const { createCheckout } = t.app.payments
  t.app.payments.createCheckout = async (...attempt) => {
    const made = await createCheckout(...attempt)
    await holdUntil(t, '-1 second')
    await expireHoldsJob.run(t.app, {})
    return made
  }
  expect((await book(t, guest, stay(home, 60))).status).toBe(409)
  expect(t.standin.store.list('checkout.session')).toMatchObject([{ status: 'expired' }])
  t.app.payments.createCheckout = createCheckout
  expect((await book(t, await t.user(), stay(home, 60))).status).toBe(201)
})
