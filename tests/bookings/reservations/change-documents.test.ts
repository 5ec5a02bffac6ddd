import { expect } from 'vitest'
import { test as base, inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { change, changeable, documentsOf } from '../../support/changes.ts'
import { expectLedger, settle, show } from '../../support/payments.ts'

const test = base.extend({ env: { SELLER_VAT_PERCENT: '10' } })

/** Checks that the documents of a stay sum to its price, with VAT and without. */
async function expectDocumented(t: TestApp, user: TestUser, id: number) {
  const { price } = await show(t, user, id)
  const tax = price.lines.find(({ code }: { code: string }) => code === 'tourist_tax').amount
  const documents = await documentsOf(t, id)
  const centsOf = (column: 1 | 2) => Math.round(documents.reduce((sum, row) => sum + Number(row[column]), 0) * 100)
  expect([centsOf(1), centsOf(2)]).toEqual([Math.round((price.total - tax) * 100), Math.round(tax * 100)])
}

test('documents follow a dearer change that is taken back before it is paid', async ({ t }) => {
  const { owner, guest, id, other } = await changeable(t)
  expect((await change(t, owner, id, { property_id: other, check_out: inDays(36) })).status).toBe(200)
  await settle(t)
  const back = await change(t, owner, id, { price: { amount: 458 }, check_out: inDays(34) })
  expect(back.body.data).toMatchObject({ refund: 0, after: { total: 458 } })
  await settle(t)
  await expectDocumented(t, guest, id)
  await expectLedger(t)
})

test('a change that leaves the documents as they are issues none', async ({ t }) => {
  const { owner, guest, id } = await changeable(t)
  expect((await change(t, owner, id, { check_out: inDays(35) })).status).toBe(200)
  await settle(t)
  const before = await documentsOf(t, id)
  expect((await change(t, owner, id, { check_out: inDays(34) })).body.data).toMatchObject({ waived: 102, refund: 0 })
  await settle(t)
  expect(await documentsOf(t, id)).toEqual(before)
  await expectDocumented(t, guest, id)
})
