import { expect } from 'vitest'
import { ROWS } from '../../../src/homes/sellers/lawful.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { arrive, change } from '../../support/changes.ts'
import { record } from '../../support/elsewhere.ts'
import { addSupplement, bill, linkOf, payAt } from '../../support/invoices.ts'
import { bookThreeNights, cancel, expectLedger, settle, show } from '../../support/payments.ts'
import { DEPOSIT } from '../../support/settlement.ts'

/** The rules that a company reads of its seller, and what the service then does. */

let prefixes = 0
const newSeller = async (t: TestApp, owner: TestUser, fields: object) =>
  (await t.call('POST', '/sellers', { name: 'Rossi', prefix: `L${++prefixes}`, ...fields }, owner)).body.data

/** Each seller that a row tells from others, and one of a country that is not known here. */
const SELLERS = [
  { country: 'US', kind: 'business', vat_exempt: false, homes: 2 },
  ...ROWS.flatMap(({ country, region, kind, vat_exempt, homes }) =>
    (['business', 'private'] as const)
      .filter((one) => kind === undefined || kind === one)
      .map((one) => ({
        country,
        ...(region && { region }),
        kind: one,
        vat_exempt: vat_exempt ?? false,
        homes: homes ?? 2,
      })),
  ),
]
const CASES = [...new Map(SELLERS.map((one) => [JSON.stringify(one), one])).values()]
test.for(CASES)('what %o reads is what happens', async ({ homes, ...fields }, { t }) => {
  const owner = await t.user()
  const { id: seller_id } = await newSeller(t, owner, fields)
  const ids = []
  for (let count = 0; count < homes; count++) ids.push(await t.home(owner, { ...DEPOSIT, seller_id }))
  const [{ rules }] = (await t.call('GET', '/sellers', undefined, owner)).body.data
  for (const [home, isBusiness] of [
    [ids[0] ?? '', false],
    [ids[1] ?? '', true],
  ] as const) {
    const guest = await t.user({ locale: 'en' })
    if (isBusiness) await t.call('PUT', '/user/billing', { company: 'Ada SA', vat_number: null, address: null }, guest)
    const { id, url } = await bookThreeNights(t, guest, home)
    await t.deliver(t.pay(url))
    await t.drain()
    const { state } = isBusiness ? rules.business_documents : rules.documents
    const { invoice_url } = (await bill(t, guest, id, false)).body.data
    const { invoices, payments } = await show(t, guest, id)
    expect([state, invoices.map(({ url }: { url: string }) => url), payments[0].confirmation_url]).toEqual([
      state,
      ...(state === 'off' ? [[], invoice_url] : [[invoice_url], null]),
    ])
    for (const method of ['cash', 'cheque']) {
      const entry = await record(t, owner, id, 10, { method, pays: 'balance' })
      expect([rules.cash.state, method, entry.status]).toEqual([
        ...[rules.cash.state, method],
        rules.cash.state === 'off' ? 409 : 201,
      ])
      if (entry.status === 409)
        expect(entry.body).toMatchObject({ code: 'cash_not_allowed', data: { text: rules.cash.text } })
    }
    expect((await record(t, owner, id, 10, { method: 'transfer', pays: 'balance' })).status).toBe(201)
    expect((await t.call('GET', `/reservations/${id}/payments`, undefined, owner)).body.data.cash).toEqual(rules.cash)
  }
})

/** A paid stay of 300.00 in a home whose seller may not issue here. */
async function off(t: TestApp, fields: object = {}) {
  const owner = await t.user()
  const { id: seller_id, prefix } = await newSeller(t, owner, { country: 'IT', vat_percent: 10, ...fields })
  const home = await t.home(owner, { title: 'Casa', seller_id })
  const guest = await t.user({ locale: 'en' })
  const stay = await bookThreeNights(t, guest, home)
  await t.deliver(t.pay(stay.url))
  await t.drain()
  return { owner, seller_id, prefix, home, guest, id: stay.id }
}

const numbers = async (t: TestApp) =>
  (await t.db<{ number: string }[]>`select number from invoices order by id`).map(({ number }) => number)

alone('a guest of a seller that issues nothing gets a confirmation that says so, and what went back', async ({ t }) => {
  const { owner, guest, id } = await off(t)
  const answer = await bill(t, guest, id, false)
  expect(answer.body.data).toMatchObject({ amount: 300, currency: 'EUR' })
  const link = linkOf(answer)
  const page = await t.call('GET', link)
  expect(page.body).toMatch(
    /Rossi.*Ada Lovelace.*Confirmation of payment<.*Stay – Casa.*This is not an invoice\. Copia di cortesia senza valore fiscale\./s,
  )
  expect(page.body).not.toMatch(/Invoice|VAT|10 %/)
  const pdf = await t.call('GET', `${link}.pdf`)
  expect([pdf.status, pdf.headers['content-type'], String(pdf.body).slice(0, 4)]).toEqual([
    200,
    'application/pdf',
    '%PDF',
  ])
  const { payments } = await show(t, guest, id)
  expect(payments[0].confirmation_url).toBe(answer.body.data.invoice_url)
  expect((await show(t, owner, id)).payments[0].confirmation_url).toBe(answer.body.data.invoice_url)
  await addSupplement(t, owner, id, 'Crib', 12)
  await payAt(t, linkOf(await bill(t, owner, id)))
  await t.drain()
  await cancel(t, guest, id)
  await settle(t)
  const data = (await t.call('GET', `${link}.json`)).body.data
  expect(data).toMatchObject({ kind: 'confirmation', number: null, total: 0, vat: [{ vat_percent: 0 }] })
  expect(data.lines).toMatchObject([{ amount: 300 }, { label: 'Refund', amount: -300 }])
  expect(await numbers(t)).toEqual([])
  await expectLedger(t)
})

alone('nothing is numbered afterwards; what comes later is, when it is switched on', async ({ t }) => {
  const owner = await t.user()
  const { id: seller_id, prefix } = await newSeller(t, owner, { country: 'IT' })
  const home = await t.home(owner, { ...DEPOSIT, seller_id })
  const guest = await t.user({ locale: 'en' })
  const { id, url } = await bookThreeNights(t, guest, home)
  await t.deliver(t.pay(url))
  await t.drain()
  const link = linkOf(await bill(t, guest, id, false))
  await t.db`update sellers set documents_allowed_by = 'Ada' where prefix = ${prefix}`
  expect(linkOf(await bill(t, guest, id, false))).toBe(link)
  expect(await numbers(t)).toEqual([])
  await record(t, owner, id, 210, { pays: 'balance' })
  await t.drain()
  expect(await numbers(t)).toHaveLength(1)
  const rows = await t.db<{ total_cents: number }[]>`select total_cents from invoices`
  expect(rows).toEqual([{ total_cents: 21_000 }])
  await cancel(t, guest, id)
  await settle(t)
  await expectLedger(t)
})

alone('the correction of a document that exists is issued, also when its seller is off by then', async ({ t }) => {
  const { owner, seller_id, guest, id } = await off(t, { country: 'FR' })
  expect(await numbers(t)).toHaveLength(1)
  const read = (await t.call('PATCH', `/sellers/${seller_id}`, { country: 'IT' }, owner)).body.data
  expect(read.rules.documents).toMatchObject({ state: 'off', text: expect.stringContaining('Italie') })
  await cancel(t, guest, id)
  await settle(t)
  const rows = await t.db<{ kind: string }[]>`select kind from invoices order by id`
  expect(rows.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
  await expectLedger(t)
})

alone('cash that was recorded before stays, can go back, and its mistake can be deleted', async ({ t }) => {
  const owner = await t.user()
  const { id: seller_id } = await newSeller(t, owner, {})
  const home = await t.home(owner, { ...DEPOSIT, seller_id })
  const { id } = await bookThreeNights(t, await t.user(), home)
  expect((await record(t, owner, id, 90)).status).toBe(201)
  await t.call('PATCH', `/sellers/${seller_id}`, { country: 'DE' }, owner)
  expect((await record(t, owner, id, 10, { pays: 'balance' })).body.code).toBe('cash_not_allowed')
  const back = await record(t, owner, id, -40)
  expect([back.status, back.body.data.kept]).toEqual([201, 50])
  await t.drain()
  await expectLedger(t)
})

alone('money that moves to the home of a seller that issues nothing has its documents taken back', async ({ t }) => {
  const owner = await t.user()
  const { id: may } = await newSeller(t, owner, { country: 'FR', vat_percent: 10 })
  const { id: mayNot } = await newSeller(t, owner, { country: 'IT' })
  const [home, other] = [await t.home(owner, { seller_id: may }), await t.home(owner, { seller_id: mayNot })]
  const guest = await t.user({ locale: 'en' })
  const { id, url } = await bookThreeNights(t, guest, home)
  await t.deliver(t.pay(url))
  await t.drain()
  const moved = await change(t, owner, id, { property_id: other, price: 'keep' })
  expect(moved.status).toBe(200)
  await t.drain()
  const totals = await t.db<{ total_cents: number }[]>`select total_cents from invoices order by id`
  expect(totals.map(({ total_cents }) => total_cents)).toEqual([30_000, -30_000])
  expect((await t.call('GET', `${linkOf(await bill(t, guest, id, false))}.json`)).body.data.kind).toBe('confirmation')
  await cancel(t, guest, id)
  await settle(t)
  expect(await numbers(t)).toHaveLength(2)
  await expectLedger(t)
})

alone('money without a document has none in the continuation of its stay either, but a confirmation', async ({ t }) => {
  const { owner, guest, id } = await off(t)
  const { id: may } = await newSeller(t, owner, { country: 'FR' })
  const other = await t.home(owner, { seller_id: may })
  await arrive(t, owner, id)
  const moved = await change(t, owner, id, { property_id: other, from: inDays(1), price: 'keep' })
  expect(moved.status).toBe(200)
  await settle(t)
  const next = moved.body.data.continuation.reservation_id
  const [payment] = (await show(t, guest, next)).payments
  expect(payment).toMatchObject({ method: 'carried', confirmation_url: expect.any(String) })
  const { data } = (await t.call('GET', `/${new URL(payment.confirmation_url).pathname}.json`)).body
  expect(data).toMatchObject({ kind: 'confirmation', seller: { name: 'Rossi' }, method: 'carried' })
  expect(await numbers(t)).toEqual([])
  await expectLedger(t)
})
