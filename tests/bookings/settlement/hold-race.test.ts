import { expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { inDays, test } from '../../support/app.ts'
import { show } from '../../support/payments.ts'
import { holdUntil } from '../../support/stays.ts'

test('a hold that ends while its checkout is opened either ends, and nothing is opened, or lasts longer than the checkout', async ({
  t,
}) => {
  const owner = await t.user()
  const outcomes = new Set<string>()
  for (let round = 0; round < 50; round++) {
    const guest = await t.user()
    const home = await t.home(owner, { instant_book: false })
    const stay = { property_id: home, check_in: inDays(10), check_out: inDays(12), adults: 1, inquiry: true }
    const { reservation_id: id } = (await t.call('POST', '/reservations', stay, guest)).body.data
    await t.call('POST', `//reservations/change-status-reservation-by-proprio/${id}/accepted`, undefined, owner)
    const link = (await show(t, guest, id)).payments[0].payment_url
    // The hold ends now, has just ended or has just not, and in each fifth round lasts.
    const left = round % 5 === 0 ? 60_000 : (round % 10) - 6
    await holdUntil(t, '40 minutes', id)
    await t.db`update reservations set hold_expires_at = now() + ${left} * interval '1 millisecond' where id = ${id}`
    const [opened] = await Promise.all([
      t.call('POST', new URL(link).pathname.replace(/^/, '/')),
      expireHoldsJob.run(t.app, {}),
    ])
    const [row] = await t.db<{ status: string; is_open: boolean; is_held: boolean }[]>`
      select r.status, r.hold_expires_at > now() + interval '30 minutes' as is_held,
        exists (
          select from checkout_sessions s join payments p on p.id = s.payment_id
          where p.reservation_id = r.id and s.closed_at is null) as is_open
      from reservations r where r.id = ${id}`
    outcomes.add(String(row?.status))
    // A payment that is over already leads back to its own page.
    const hasCheckout = opened.status === 303 && String(opened.headers.location).includes('cs_test_')
    if (row?.status === 'pending') expect([hasCheckout, row.is_held, row.is_open]).toEqual([true, true, true])
    else expect([hasCheckout, row?.status, row?.is_open]).toEqual([false, 'expired', false])
  }
  expect([...outcomes].sort()).toEqual(['expired', 'pending'])
})
