import { describe, expect } from 'vitest'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import type { DocumentLine } from '../../../src/money/payments/plugin.ts'
import { alone, inDays, isolated, PARIS, type TestApp, test } from '../../support/app.ts'
import { addSupplement, bill, linkOf, payAt } from '../../support/invoices.ts'
import { cancel, paid, refundAtProvider, reserved, settle, show, takeEvents } from '../../support/payments.ts'
import { balancesComeDue } from '../../support/stays.ts'

describe('invoices', () => {
  const documents = (t: TestApp) =>
    t.db<{ number: string; kind: string; total_cents: number }[]>`
      select number, kind, total_cents from invoices order by id`

  isolated('a paid stay has one, as a page and as PDF, in the guest’s language', async ({ t }) => {
    const { owner, guest, id } = await paid(t, { title: `Casa <b>${'très longue '.repeat(15)}`, cleaning_fee: 50 })
    const answer = await bill(t, guest, id, false)
    expect(answer.body.data).toMatchObject({ amount: 350, currency: 'EUR' })
    const link = linkOf(answer)
    const page = await t.call('GET', link)
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    const year = inDays(0).slice(0, 4)
    expect(page.body).toContain(`Invoice ${year}-000001`)
    expect(page.body).toMatch(/Accommodation × 3 – Casa &lt;b&gt;.*€300\.00.*Cleaning.*€50\.00.*Total.*€350\.00/s)
    expect(page.body).toContain('Ada Lovelace')
    for (const [path, headers] of [
      [link, { accept: 'application/pdf' }],
      [`${link}.pdf`, {}],
    ] as const) {
      const pdf = await t.app.inject({ method: 'GET', url: path.slice(1), headers })
      expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pdf.rawPayload.length).toBeGreaterThan(5_000)
    }
    expect((await bill(t, owner, id, false)).body.data).toEqual(answer.body.data)
    expect((await t.call('GET', '/invoices/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await t.call('GET', '/invoices/x')).status).toBe(404)
  })

  alone(
    'a document names the guest and not their address, which the owner would read; so does a document of before',
    async ({ t }) => {
      const { owner, guest, id } = await paid(t)
      const link = linkOf(await bill(t, owner, id, false))
      const { buyer } = (await t.db<{ buyer: unknown }[]>`select buyer from invoices`)[0] ?? {}
      expect(buyer).toEqual({ name: 'Ada Lovelace' })
      await t.db.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update invoices set buyer = ${tx.json({ name: 'Ada Lovelace', email: guest.email })}`
      })
      const page = String((await t.call('GET', link)).body)
      expect(page).toContain('Ada Lovelace')
      expect(page).not.toContain(guest.email)
      await cancel(t, guest, id)
      await settle(t)
      const notes = await t.db<{ buyer: unknown }[]>`select buyer from invoices where kind = 'credit_note'`
      expect(notes.map((note) => note.buyer)).toEqual([{ name: 'Ada Lovelace' }])
    },
  )

  test('the checkout behind a link that the owner has as well shows neither the guest’s address nor their cards', async ({
    t,
  }) => {
    const { owner, guest, id } = await paid(t, { deposit_percent: 30, balance_due_days: 10 })
    await addSupplement(t, owner, id, 'a', 10)
    await t.call('POST', linkOf(await bill(t, owner, id)))
    const session = t.standin.store.list('checkout.session', ({ status }) => status === 'open')[0]
    expect(session).toMatchObject({ amount_total: 1_000 })
    expect(session?.customer ?? null).toBeNull()
    expect(JSON.stringify(session)).not.toContain(guest.email)
  })

  test('nothing is invoiced before it is paid, or to strangers', async ({ t }) => {
    const { guest, id } = await reserved(t)
    expect((await bill(t, guest, id, false)).status).toBe(409)
    expect((await bill(t, undefined, id, false)).status).toBe(401)
    expect((await bill(t, await t.user(), id, false)).status).toBe(404)
    expect((await bill(t, guest, 'x', false)).status).toBe(404)
    const wrong = await t.call('POST', `/reservations/${id}/invoice?is_supplement=perhaps`, undefined, guest)
    expect([wrong.status, Object.keys(wrong.body.data)]).toEqual([400, ['is_supplement']])
  })

  alone('fifty of one payment at once are one document, and numbers have no gap', async ({ t }) => {
    const stays = await Promise.all([1, 2, 3].map(() => paid(t)))
    await t.db`truncate invoices`
    await t.db`update invoice_counters set last = 0`
    await Promise.all(stays.flatMap(({ guest, id }) => Array.from({ length: 17 }, () => bill(t, guest, id, false))))
    const year = inDays(0).slice(0, 4)
    expect((await documents(t)).map(({ number }) => number)).toEqual(
      [1, 2, 3].map((number) => `${year}-00000${number}`),
    )
  })

  alone('each refund that succeeded has its credit note, and documents never change', async ({ t }) => {
    const { guest, id } = await paid(t)
    const [intent] = await t.db<{ payment_intent_id: string }[]>`select payment_intent_id from receipts`
    await refundAtProvider(t, intent?.payment_intent_id ?? '', 7_000)
    await t.deliver(takeEvents(t))
    await cancel(t, guest, id)
    await settle(t)
    expect((await documents(t)).map(({ kind, total_cents }) => [kind, total_cents])).toEqual([
      ['invoice', 30_000],
      ['credit_note', -7_000],
      ['credit_note', -23_000],
    ])
    await expect(t.db`update invoices set total_cents = 0`).rejects.toThrow('never changed')
    await expect(t.db`delete from invoices`).rejects.toThrow('never changed')
    const [note] = await t.db<{ key: string }[]>`select key from invoices where kind = 'credit_note' order by id`
    const page = await t.call('GET', `/invoices/${note?.key}`)
    expect(page.body).toMatch(/Credit note .*Refund, invoice .*-€70\.00/s)
  })

  test('a deposit names what it pays for; sixty supplements with long names fill pages', async ({ t }) => {
    const { owner, guest, id } = await paid(t, { deposit_percent: 30, balance_due_days: 10 })
    const deposit = await t.call('GET', linkOf(await bill(t, guest, id, false)))
    expect(deposit.body).toMatch(/Deposit, Accommodation × 3 – Casa.*€90\.00/s)
    for (let count = 1; count <= 60; count++)
      await addSupplement(t, owner, id, `${count} ${'long name Łódź '.repeat(12)}`, count)
    await payAt(t, linkOf(await bill(t, owner, id)))
    const [invoice] = await t.db<{ key: string }[]>`select key from invoices order by id desc limit 1`
    const pdf = await t.app.inject({ method: 'GET', url: `/api/v1/invoices/${invoice?.key}.pdf` })
    const pages = pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages?.length).toBeGreaterThan(2)
    expect((await t.call('GET', `/invoices/${invoice?.key}`)).body).toContain('€1,830.00')
  })
})

describe('value-added tax', () => {
  const test10 = alone.extend({ env: { SELLER_VAT_PERCENT: '10' } })

  test10('is shown by line and in sum; tourist tax stands on the balance, and a refund leaves it', async ({ t }) => {
    await t.db`update cities set tax_per_adult_night_cents = 150 where id = ${PARIS}`
    const { owner, guest, id } = await paid(t, { deposit_percent: 30, balance_due_days: 10 })
    await balancesComeDue(t)
    await t.app.jobs.enqueue(t.db, collectBalances, {})
    await t.drain()
    const support = await t.user({ role: 'support' })
    const { payments } = await show(t, guest, id)
    const back = { amount: 50, reason: 'x' }
    expect((await t.call('POST', `/payments/${payments[0].id}/refund`, back, support)).status).toBe(200)
    await settle(t)
    const documents = await t.db<{ lines: DocumentLine[]; total_cents: number }[]>`
      select lines, total_cents from invoices order by id`
    // 300.00 with VAT of 10 %, and 9.00 of tourist tax: 30 % of the whole, then the rest, then 50.00 of the first back.
    expect(
      documents.map(({ lines }) => lines.map((line) => [line.code, line.vat_hundredths, line.amount_cents])),
    ).toEqual([
      [['accommodation', 1_000, 9_270]],
      [
        ['accommodation', 1_000, 20_730],
        ['tourist_tax', 0, 900],
      ],
      [['accommodation', 1_000, -5_000]],
    ])
    const [link = ''] = (await show(t, owner, id)).invoices.map(({ url }: { url: string }) => new URL(url).pathname)
    const page = String((await t.call('GET', `/${link}`)).body)
    // 92.70 with 10 % are 84.27 and 8.43.
    for (const text of ['Total before VAT', '€84.27', 'VAT 10%', '€8.43', 'Total with VAT', '€92.70']) {
      expect(page).toContain(text)
    }
    const pdf = await t.app.inject({ url: `${link}.pdf` })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})
