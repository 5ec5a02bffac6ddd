import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { exported } from '../../support/exports.ts'
import { bill } from '../../support/invoices.ts'
import { refundable } from '../../support/payments.ts'
import { joins } from '../../support/team.ts'

const list = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/invoices${query}`, undefined, user)).body

const MONTH = inDays(0).slice(0, 7)

async function invoiced(t: TestApp) {
  const people = await refundable(t)
  await bill(t, people.guest, people.id, false)
  return people
}

describe('GET /invoices', () => {
  test('has the documents of one’s homes, by month, stay and number', async ({ t }) => {
    const { owner, id, guest } = await invoiced(t)
    const { data, meta } = await list(t, owner)
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        reservation_id: id,
        corrects: null,
        seller: 'Séjour',
        method: 'card',
      }),
    ])
    expect(meta.next_before).toBeNull()
    const [{ number, invoice_url, issued_on }] = data
    expect((await t.call('GET', `/${new URL(`${invoice_url}.json`).pathname}`)).body.data).toMatchObject({ number })
    const found = async (query: string) => (await list(t, owner, query)).data.length
    expect(await found(`?month=${issued_on.slice(0, 7)}`)).toBe(1)
    expect(await found('?month=2001-01')).toBe(0)
    expect(await found(`?reservation_id=${id}`)).toBe(1)
    expect(await found(`?reservation_id=${id + 1}`)).toBe(0)
    expect(await found(`?number=${number.toLowerCase()}`)).toBe(1)
    expect(await found('?seller_id=1')).toBe(0)
    expect((await list(t, guest)).data).toEqual([])
    expect((await t.call('GET', '/invoices?month=2026-13', undefined, owner)).status).toBe(400)
  })

  test('goes back page by page, with a credit note and what it corrects', async ({ t }) => {
    const { owner, id } = await invoiced(t)
    await t.call('POST', `/reservations/${id}/refund`, { amount: 10, reason: 'x' }, owner)
    await t.drain()
    await t.deliver(t.standin.store.undelivered.splice(0))
    const first = await list(t, owner, '?per_page=1')
    const second = await list(t, owner, `?per_page=1&before=${first.meta.next_before}`)
    expect([first.data[0], second.data[0]]).toMatchObject([
      { kind: 'credit_note', total: -10, corrects: second.data[0].number },
      { kind: 'invoice', corrects: null },
    ])
    expect(second.meta.next_before).toBeNull()
  })

  test('is for those who read payments, within their homes', async ({ t }) => {
    const { owner, home } = await invoiced(t)
    const other = await t.home(owner)
    const counted = async (role: 'accountant' | 'cleaner', homes: string[] | null) => {
      const { status, body } = await t.call('GET', '/invoices', undefined, await joins(t, owner, role, homes))
      return [status, body.data?.length]
    }
    expect(await counted('accountant', null)).toEqual([200, 1])
    expect(await counted('accountant', [home])).toEqual([200, 1])
    expect(await counted('accountant', [other])).toEqual([200, 0])
    expect((await counted('cleaner', null))[0]).toBe(403)
  })
})

test('the file of documents is of the days of issue', async ({ t }) => {
  const { owner, home } = await invoiced(t)
  const rows = async (query: string) => (await exported(t, owner, `/exports/documents.csv?${query}`)).rows
  expect(await rows(`property_id=${home}`)).toMatchObject([
    { kind: 'invoice', property_id: home, corrects: '', method: 'card' },
  ])
  expect(await rows(`from=${MONTH}-01`)).toHaveLength(1)
  expect(await rows(`to=${inDays(-3)}`)).toEqual([])
  const { url } = (await t.call('POST', '/exports', { export: 'documents' }, owner)).body.data
  expect((await t.call('GET', url.replace('http://sejour.test/api/v1', ''))).status).toBe(200)
})
