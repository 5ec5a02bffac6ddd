import { describe, expect } from 'vitest'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { cancel, notified, refundAtProvider, refundable, settle } from '../../support/payments.ts'
import { prove } from '../../support/stay-page.ts'
import { moveTo } from '../../support/stays.ts'

/** Subjects of mails to an address about a refund or a cancellation, in alphabetical order. */
const subjectsOf = async (t: TestApp, email: string): Promise<string[]> =>
  (await t.mails(email))
    .map(({ subject }) => subject)
    .filter((subject) => /refund|cancel/i.test(subject))
    .sort()

describe('a guest gets one mail of a refund', () => {
  test('beside that of their cancellation, and is notified again when it is made', async ({ t }) => {
    const { guest, id } = await refundable(t, { cancellation_policy: 'flexible' })
    await cancel(t, guest, id)
    await settle(t)
    expect(await subjectsOf(t, guest.email)).toEqual(['Refund pending', 'Reservation cancelled'])
    expect((await notified(t, guest)).filter((type: string) => type.startsWith('refund'))).toEqual([
      'refund_approved',
      'refund_pending',
    ])
  })

  test('that was made in the dashboard of the provider', async ({ t }) => {
    const { guest, intent } = await refundable(t)
    await refundAtProvider(t, intent, 5_000)
    await settle(t)
    expect(await subjectsOf(t, guest.email)).toEqual(['Refund approved'])
  })

  test('without an account', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const email = 'ada@refunds.example'
    const guest = { name: 'Ada', email, language: 'en' }
    const days = { check_in: inDays(30), check_out: inDays(33), adults: 2 }
    const { body } = await t.call('POST', `/properties/${home}/reservations`, { ...days, guest }, owner)
    const { reservation_id: id, payment_url } = body.data
    await prove(t, id, email)
    const page = new URL(payment_url).pathname
    const opened = await t.app.inject({ method: 'POST', url: page })
    await t.deliver(t.pay(String(opened.headers.location)))
    expect((await moveTo(t, owner, id, 'cancelled')).status).toBe(200)
    await settle(t)
    expect(await subjectsOf(t, email)).toEqual(['Refund pending', 'Reservation cancelled'])
  })
})
