import { expect } from 'vitest'
import { issueInvoice } from '../../../src/money/invoices/invoices.ts'
import { seriesNamed, skipNumbers } from '../../../src/money/invoices/numbers.ts'
import type { DocumentLine } from '../../../src/money/payments/plugin.ts'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { feed } from '../../support/feed.ts'
import { addSupplement, bill, linkOf, morePaid, payAt } from '../../support/invoices.ts'
import { bookThreeNights, cancel, expectLedger, settle } from '../../support/payments.ts'

const YEAR = inDays(0).slice(0, 4)

const sellerOf = async (t: TestApp, owner: TestUser, prefix: string, fields: object = {}): Promise<number> =>
  (await t.call('POST', '/sellers', { name: `Seller ${prefix}`, prefix, ...fields }, owner)).body.data.id

/** A stay in a home with a seller, which is reserved; without one of the installation. */
async function soldBy(t: TestApp, owner: TestUser, seller_id: number | null) {
  const home = await t.home(owner, { seller_id })
  const guest = await t.user({ locale: 'en' })
  return { home, guest, ...(await bookThreeNights(t, guest, home)) }
}

interface Document {
  number: string
  seller_id: number | null
  seller: { name: string }
  lines: DocumentLine[]
  total_cents: number
}

const documents = (t: TestApp) =>
  t.db<Document[]>`select number, seller_id, seller, lines, total_cents from invoices order by seller_id, id`

const numbersOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${YEAR}-${String(index + 1).padStart(6, '0')}`)

alone('documents are issued by the seller of the home, with its rate and its numbers', async ({ t }) => {
  const owner = await t.user()
  const rossi = await sellerOf(t, owner, 'ROSSI', { address: '1 via Roma\nTorino', tax_id: 'IT1', vat_percent: 10 })
  const { home, guest, id, url } = await soldBy(t, owner, rossi)
  const { next } = await feed(t, owner, 'latest')
  await t.deliver(t.pay(url))
  const link = linkOf(await bill(t, guest, id, false))
  const first = (await t.call('GET', `${link}.json`)).body.data
  expect(first).toMatchObject({ number: `ROSSI-${YEAR}-000001`, total: 300, vat: [{ vat_percent: 10, vat: 27.27 }] })
  expect(first.seller).toEqual({ name: 'Seller ROSSI', address: '1 via Roma\nTorino', tax_id: 'IT1' })
  expect((await t.call('GET', link)).body).toMatch(/Seller ROSSI.*Torino.*IT1.*Invoice ROSSI-/s)
  const told = (await feed(t, owner, next)).events.filter(({ type }) => type === 'invoice.issued')
  expect(told).toMatchObject([{ subject_id: `ROSSI-${YEAR}-000001`, data: { seller_id: rossi } }])
  const { body: mirror } = await t.call('GET', '/mirror/invoices', undefined, owner)
  expect(mirror.data).toMatchObject([{ number: `ROSSI-${YEAR}-000001`, seller_id: rossi }])

  // Another seller, another name and another rate change no document, and no credit note of one.
  const costa = await sellerOf(t, owner, 'COSTA', { vat_percent: 20 })
  await t.call('PUT', `/properties/${home}`, { seller_id: costa }, owner)
  await t.call('PATCH', `/sellers/${rossi}`, { name: 'Renamed', vat_percent: 5 }, owner)
  await addSupplement(t, owner, id, 'Crib', 12)
  await payAt(t, linkOf(await bill(t, owner, id)))
  await cancel(t, guest, id)
  await settle(t)
  expect((await t.call('GET', `${link}.json`)).body.data).toEqual(first)
  const rows = await documents(t)
  expect(
    rows.map(({ number, seller_id, seller: { name }, lines, total_cents }) => [
      ...[number, seller_id, name, total_cents],
      lines.map(({ vat_hundredths }) => vat_hundredths),
    ]),
  ).toEqual([
    [`ROSSI-${YEAR}-000001`, rossi, 'Seller ROSSI', 30_000, [1_000]],
    [`ROSSI-${YEAR}-000002`, rossi, 'Seller ROSSI', -30_000, [1_000]],
    [`COSTA-${YEAR}-000001`, costa, 'Seller COSTA', 1_200, [2_000]],
    [`COSTA-${YEAR}-000002`, costa, 'Seller COSTA', -1_200, [2_000]],
  ])
  await expectLedger(t)
})

test('a seller with documents stays, also when its home has another one', async ({ t }) => {
  const owner = await t.user()
  const rossi = await sellerOf(t, owner, 'ROSSI')
  const { home, url } = await soldBy(t, owner, rossi)
  await t.deliver(t.pay(url))
  await t.call('PUT', `/properties/${home}`, { seller_id: null }, owner)
  const refused = await t.call('DELETE', `/sellers/${rossi}`, undefined, owner)
  expect([refused.status, refused.body.code]).toEqual([409, 'seller_in_use'])
})

alone('the first documents of two sellers at once, and fifty of each, have no gap and no double', async ({ t }) => {
  const owner = await t.user()
  const sellers = [await sellerOf(t, owner, 'A1'), await sellerOf(t, owner, 'B2'), null]
  const payments: number[] = []
  for (const seller_id of sellers) {
    const { id } = await soldBy(t, owner, seller_id)
    payments.push(...(await morePaid(t, id, 50)))
  }
  const mixed = payments.map((_, index) => payments[(index % 3) * 50 + Math.floor(index / 3)] ?? 0)
  await Promise.all([...mixed, ...mixed.slice(0, 30)].map((id) => issueInvoice(t.app, id)))
  const rows = await documents(t)
  for (const [index, prefix] of ['A1-', 'B2-', ''].entries()) {
    const numbers = rows.filter(({ seller_id }) => seller_id === sellers[index]).map(({ number }) => number)
    expect(numbers).toEqual(numbersOf(prefix, 50))
  }
})

alone('a seller that gets a home, another name or its end meanwhile has issued whole documents', async ({ t }) => {
  const owner = await t.user()
  const rossi = await sellerOf(t, owner, 'ROSSI', { vat_percent: 10 })
  const { home, id: stay } = await soldBy(t, owner, rossi)
  const payments = await morePaid(t, stay, 30)
  await t.db`insert into supplements (reservation_id, label, amount_cents, payment_id, created_by)
    select ${stay}, 'x', 1000, id, ${owner.id} from unnest(${payments}::bigint[]) id`
  const change = (fields: object) => t.call('PATCH', `/sellers/${rossi}`, fields, owner)
  const put = (seller_id: number | null) => t.call('PUT', `/properties/${home}`, { seller_id }, owner)
  await Promise.all([
    ...payments.map((id) => issueInvoice(t.app, id)),
    change({ name: 'Renamed', vat_percent: 20 }),
    put(null).then(() => t.call('DELETE', `/sellers/${rossi}`, undefined, owner)),
  ])
  const rows = await documents(t)
  expect(rows).toHaveLength(30)
  const kinds = new Set(
    rows.map(({ seller_id, seller, lines }) => `${seller_id} ${seller.name} ${lines[0]?.vat_hundredths}`),
  )
  const possible = [`${rossi} Seller ROSSI 1000`, `${rossi} Renamed 2000`, 'null Séjour 0']
  expect([...kinds].filter((kind) => !possible.includes(kind))).toEqual([])
  const own = rows.filter(({ seller_id }) => seller_id === rossi).map(({ number }) => number)
  expect(own).toEqual(numbersOf('ROSSI-', own.length))
})

alone('numbers of a seller that may have been given out before a loss are left out', async ({ t }) => {
  const owner = await t.user()
  const { id } = await soldBy(t, owner, await sellerOf(t, owner, 'ROSSI'))
  const [first = 0, second = 0] = await morePaid(t, id, 2)
  await issueInvoice(t.app, first)
  const series = `ROSSI-${YEAR}`
  expect(await queries.invoices.listCounters(t.db, {})).toContainEqual({ series, last: 1 })
  await transaction(t.db, (tx) => skipNumbers(tx, seriesNamed(series), 20))
  await issueInvoice(t.app, second)
  expect((await documents(t)).map(({ number }) => number)).toEqual([`${series}-000001`, `${series}-000021`])
})
