import { expect } from 'vitest'
import { askForOwed, lowerOpenJob } from '../../../src/bookings/settlement/collected.jobs.ts'
import { admin } from '../../support/admin.ts'
import { alone, type TestApp } from '../../support/app.ts'
import { change, changeable, pathOf } from '../../support/changes.ts'
import { record } from '../../support/elsewhere.ts'
import { payAt } from '../../support/invoices.ts'
import { expectLedger, settle, show } from '../../support/payments.ts'

/** Stays that ask for more than their price: nodes of 0.2 have left them, or money has come back by itself. */

/** A stay of 458.00 that asks for its balance of 320.60, and for 100.00 too much, as in a database of 0.2. */
async function asksTooMuch(t: TestApp) {
  const scene = await changeable(t, { paid: 'deposit' })
  await t.db`
    insert into payments (reservation_id, kind, payer_id, title, amount_cents, currency)
    values (${scene.id}, 'change', ${scene.guest.id}, 'x', 10000, 'EUR')`
  await t.db`delete from stay_sums`
  return scene
}

const openOf = async (t: TestApp, id: number) =>
  (
    await t.db<
      { cents: number }[]
    >`select o.open_cents::integer as cents from reservations r, open_of_price(r) o where r.id = ${id}`
  )[0]?.cents

alone('takes its money and its changes, and asks for no more', async ({ t }) => {
  const { owner, guest, id } = await asksTooMuch(t)
  expect((await change(t, owner, id, { price: 'keep', adults: 1 })).status).toBe(200)
  expect((await record(t, owner, id, 20)).status).toBe(201)
  const { payments } = await show(t, guest, id)
  await payAt(
    t,
    pathOf(
      payments.find(({ kind, status }: Record<string, string>) => kind === 'change' && status === 'unpaid').payment_url,
    ),
  )
  await settle(t)
  expect((await show(t, guest, id)).amount_open).toBe(320.6)
  // Above the price nothing more can be asked for.
  const asked = t.db.begin(async (tx) => {
    await tx`insert into payments (reservation_id, kind, title, amount_cents, currency) values (${id}, 'change', 'x', 5000, 'EUR')`
    await tx`update stay_sums set open_cents = open_cents + 5000 where reservation_id = ${id}`
  })
  await expect(asked).rejects.toMatchObject({ constraint_name: 'stay_sums_open_within_price' })
  await t.app.jobs.enqueue(t.db, lowerOpenJob, { reservation_id: id })
  await settle(t)
  expect(await openOf(t, id)).toBe(45_800 - 13_740 - 10_000)
  await expectLedger(t)
})

alone('is found when 0.3 is enabled, and lowered within the hour', async ({ t }) => {
  const { id } = await asksTooMuch(t)
  expect(await admin(t, 'enable', '0.3')).toContain('ask for more than their price: 1')
  await t.app.jobs.enqueue(t.db, askForOwed, {})
  await settle(t)
  expect(await openOf(t, id)).toBe(32_060)
})
