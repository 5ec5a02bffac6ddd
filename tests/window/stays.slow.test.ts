import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { texts } from '../../src/platform/locales/locales.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { refundable, takeEvents } from '../support/payments.ts'
import { answer, test } from '../support/window.ts'

const { action, invoice_kind } = texts('en').labels

describe.skipIf(!hasBrowser)('the window', () => {
  test.for(['/today', '/stays/'])('asks before a request is declined, at %s', async (path, { t, window }) => {
    const { owner, home, guest } = await scene(t, { instant_book: false })
    const { body } = await book(t, guest, { ...stay(home), inquiry: true })
    const id = body.data.reservation_id
    const page = await window.open(path === '/today' ? path : `${path}${id}`, owner)
    const stateOf = async () => (await t.call('GET', `/reservations/${id}`, undefined, guest)).body.data.status
    const decline = page.getByRole('button', { name: action.decline, exact: true })
    await decline.click()
    await page.getByRole('dialog', { name: action.decline }).getByRole('button', { name: enAccounts.back }).click()
    await page.locator('main[aria-busy=false]').waitFor()
    expect([await decline.evaluate((one) => one === document.activeElement), await stateOf()]).toEqual([
      true,
      'inquiry',
    ])
    await decline.click()
    await answer(page)
    await page.getByRole('button', { name: action.decline, exact: true }).waitFor({ state: 'detached' })
    expect(await stateOf()).toBe('declined')
  })

  test('shows a refund and its credit note without a reload', async ({ t, window }) => {
    const { id, support } = await refundable(t)
    const page = await window.open(`/trips/${id}`, support)
    await page.getByText(enOffice.desk.refundPart, { exact: true }).click()
    const refund = page.locator('details').filter({ hasText: enOffice.desk.refundPart })
    await refund.getByLabel(enOffice.desk.amount).fill('20')
    await refund.getByLabel(enOffice.desk.reason).fill('The pool was closed')
    await page.getByRole('button', { name: enOffice.desk.refundGo, exact: true }).click()
    await page.getByRole('dialog', { name: enOffice.desk.refundSure('€20.00') }).waitFor()
    await answer(page)
    await page.getByRole('status').getByText(enOffice.desk.refundAsked).waitFor()
    await page.getByText(en.trip.documents).click()
    expect(await page.getByText(invoice_kind.credit_note).count()).toBe(0)
    await t.drain()
    await t.deliver(takeEvents(t))
    await page.getByText(en.trip.refunded('€20.00')).waitFor()
    await page.getByRole('link', { name: invoice_kind.credit_note }).waitFor()
  })
})
