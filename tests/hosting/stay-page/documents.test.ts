import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import { cancel, refundable, settle } from '../../support/payments.ts'
import { browse, linksOf, read } from '../../support/stay-page.ts'

test('the page of a stay has its documents, also when it was cancelled, and none for fellow travellers', async ({
  t,
}) => {
  const { guest, id } = await refundable(t)
  await bill(t, guest, id, false)
  const { link, travel } = await linksOf(t, guest, id)
  const { documents } = await read(t, link)
  expect(documents).toEqual([expect.objectContaining({ kind: 'invoice', amount: 300, currency: 'EUR' })])
  expect((await t.call('GET', `/${new URL(documents[0].url).pathname}`)).status).toBe(200)
  const page = (await browse(t, link)).body
  expect(page).toContain(`Invoice ${documents[0].number}, €300.00`)
  expect(page).toContain(`href="${new URL(documents[0].url).pathname}"`)
  await cancel(t, guest, id)
  await settle(t)
  const after = await read(t, link)
  expect([after.money, after.documents.map(({ kind }: { kind: string }) => kind)]).toEqual([
    null,
    ['invoice', 'credit_note'],
  ])
  expect((await browse(t, link)).body).toContain('Credit note')
  expect((await read(t, travel)).documents).toBeNull()
})

test('what is still to pay counts supplements that are billed', async ({ t }) => {
  const { owner, guest, id } = await refundable(t)
  const { link } = await linksOf(t, guest, id)
  expect((await read(t, link)).money).toMatchObject({ open: 0, to_pay: 0 })
  await addSupplement(t, owner, id, 'Bed', 25)
  expect((await read(t, link)).money).toMatchObject({ open: 0, to_pay: 0 })
  await bill(t, owner, id)
  expect((await read(t, link)).money).toMatchObject({
    open: 0,
    to_pay: 25,
    payments: [{ kind: 'supplement', amount: 25 }],
  })
  expect((await browse(t, link)).body).toMatch(/Still to pay.{0,80}€25\.00/s)
})
