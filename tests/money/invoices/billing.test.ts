import { describe, expect } from 'vitest'
import { documentTexts, issuedDocument } from '../../../src/money/invoices/document.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { heldByHand, pathOf } from '../../support/changes.ts'
import { bill, linkOf, payAt } from '../../support/invoices.ts'
import { cancel, paid, reserved, settle } from '../../support/payments.ts'

const NOTHING = { company: null, vat_number: null, address: null }
const COMPANY = { company: 'Atelier <b>', vat_number: 'FR40303265045', address: '12, rue de la République\n69002 Lyon' }

const put = (t: TestApp, user: TestUser | undefined, body: unknown) => t.call('PUT', '/user/billing', body, user)
const profile = async (t: TestApp, user: TestUser) => (await t.call('GET', '/user', undefined, user)).body.data
const pageOf = async (t: TestApp, user: TestUser, id: number) =>
  String((await t.call('GET', linkOf(await bill(t, user, id, false)))).body)

describe('for whom invoices are made out', () => {
  test('is in the profile, replaced as a whole, and each user’s own', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    expect((await profile(t, user)).billing).toEqual(NOTHING)
    const saved = await put(t, user, { ...COMPANY, company: '  Atelier\t<b> ' })
    expect([saved.status, saved.body.data]).toEqual([200, COMPANY])
    expect((await profile(t, user)).billing).toEqual(COMPANY)
    expect((await profile(t, other)).billing).toEqual(NOTHING)
    expect((await put(t, user, { ...NOTHING, company: 'B' })).body.data).toEqual({ ...NOTHING, company: 'B' })
    expect((await put(t, undefined, COMPANY)).status).toBe(401)
    const wrong = [
      ['company', 'x'.repeat(201)],
      ['company', ' '],
      ['vat_number', 'x'.repeat(31)],
      ['vat_number', 7],
      ['address', 'x'.repeat(501)],
      ['address', 'x\n'.repeat(9)],
    ]
    for (const [field, value] of wrong) {
      const answer = await put(t, user, { ...COMPANY, [String(field)]: value })
      expect([answer.status, Object.keys(answer.body.data)], String(field)).toEqual([400, [field]])
    }
  })

  alone(
    'is on the document as it was when that was issued, on its page, its PDF and its credit note',
    async ({ t }) => {
      const { owner, guest, id, url } = await reserved(t)
      await put(t, guest, COMPANY)
      await put(t, owner, { ...NOTHING, company: 'Of the owner' })
      await t.deliver(t.pay(url))
      const page = await pageOf(t, guest, id)
      expect(page).toContain('Atelier &lt;b&gt;<br>Ada Lovelace<br>12, rue de la République<br>69002 Lyon<br>')
      expect(page).toMatch(/Tax number.{1,3}FR40303265045/)
      // The owner reads the same document.
      expect(await pageOf(t, owner, id)).toBe(page)
      expect(page).not.toContain(guest.email)
      await put(t, guest, NOTHING)
      expect(await pageOf(t, guest, id)).toBe(page)
      await cancel(t, guest, id)
      await settle(t)
      const documents = await t.db`
      select kind, locale, buyer, number, seller, lines, total_cents, currency, method, reservation_id,
        to_char(issued_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as issued_at, issued_at::date::text as issued_on from invoices order by id`
      expect(documents.map(({ kind, buyer }) => [kind, buyer])).toEqual([
        ['invoice', { name: 'Ada Lovelace', ...COMPANY }],
        ['credit_note', { name: 'Ada Lovelace', ...COMPANY }],
      ])
      expect(documentTexts(issuedDocument.parse(documents[1])).buyer).toHaveLength(5)
      const pdf = await t.app.inject({ url: `${linkOf(await bill(t, guest, id, false)).slice(1)}.pdf` })
      expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    },
  )

  test('is exported, and erased with the account; documents keep it for accounting', async ({ t }) => {
    const { guest, id } = await paid(t)
    await put(t, guest, COMPANY)
    const exported = (await t.call('GET', '/user/export', undefined, guest)).body.data.profile
    expect(exported).toMatchObject({
      billing_company: COMPANY.company,
      billing_vat_number: COMPANY.vat_number,
      billing_address: COMPANY.address,
    })
    await cancel(t, guest, id)
    await t.db`update users set password_hash = null where id = ${guest.id}`
    expect((await t.call('DELETE', '/user', {}, guest)).status).toBe(200)
    expect(
      await t.db`select billing_company, billing_vat_number, billing_address from users where id = ${guest.id}`,
    ).toEqual([{ billing_company: null, billing_vat_number: null, billing_address: null }])
    expect((await put(t, guest, COMPANY)).status).toBe(401)
  })
})

const withVat = test.extend({ env: { SELLER_VAT_PERCENT: '10' } })

withVat.for([
  ['en', 'en', 'Deposit'],
  ['en-GB', 'en', 'Deposit'],
  ['it', 'en', 'Deposit'],
  [null, 'fr', 'Acompte'],
] as const)(
  'documents for a guest without an account whose language is %s are in %s',
  async ([language, locale, label], { t }) => {
    const { owner, id, url } = await heldByHand(t, 'link')
    const contact = { language }
    expect((await t.call('PATCH', `/reservations/${id}`, { contact }, owner)).status).toBe(200)
    await payAt(t, pathOf(url))
    await settle(t)
    const cancelled = await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all', reason: 'x' }, owner)
    expect(cancelled.status).toBe(200)
    await settle(t)
    const documents = await t.db<{ locale: string; kind: string; lines: { label: string }[] }[]>`
      select locale, kind, lines from invoices where reservation_id = ${id} order by id`
    expect(documents.map((one) => [one.locale, one.kind])).toEqual([
      [locale, 'invoice'],
      [locale, 'credit_note'],
    ])
    expect(documents[0]?.lines[0]?.label).toContain(label)
  },
)
