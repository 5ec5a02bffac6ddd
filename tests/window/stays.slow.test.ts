import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { texts } from '../../src/platform/locales/locales.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { refundable, takeEvents } from '../support/payments.ts'
import { test } from '../support/window.ts'

const { action, invoice_kind } = texts('en').labels

/** Answers the questions of a page, one after the other, and keeps what was asked. */
function answering(page: Page, ...answers: boolean[]): string[] {
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message())
    await (answers.shift() ? dialog.accept() : dialog.dismiss())
  })
  return asked
}

describe.skipIf(!hasBrowser)('the window', () => {
  test.for(['/today', '/stays/'])('asks before a request is declined, at %s', async (path, { t, window }) => {
    const { owner, home, guest } = await scene(t, { instant_book: false })
    const { body } = await book(t, guest, { ...stay(home), inquiry: true })
    const id = body.data.reservation_id
    const page = await window.open(path === '/today' ? path : `${path}${id}`, owner)
    const asked = answering(page, false, true)
    const stateOf = async () => (await t.call('GET', `/reservations/${id}`, undefined, guest)).body.data.status
    const decline = page.getByRole('button', { name: action.decline, exact: true })
    await decline.click()
    await page.locator('main[aria-busy=false]').waitFor()
    expect([asked, await stateOf()]).toEqual([[en.sure(action.decline)], 'inquiry'])
    await decline.click()
    await decline.waitFor({ state: 'detached' })
    expect([asked.length, await stateOf()]).toEqual([2, 'declined'])
  })

  test('shows a refund and its credit note without a reload', async ({ t, window }) => {
    const { id, support } = await refundable(t)
    const page = await window.open(`/trips/${id}`, support)
    await page.getByText(enOffice.desk.refundPart, { exact: true }).click()
    const refund = page.locator('details').filter({ hasText: enOffice.desk.refundPart })
    await refund.getByLabel(enOffice.desk.amount).fill('20')
    await refund.getByLabel(enOffice.desk.reason).fill('The pool was closed')
    const asked = answering(page, true)
    await page.getByRole('button', { name: enOffice.desk.refundGo, exact: true }).click()
    await page.getByRole('status').getByText(enOffice.desk.refundAsked).waitFor()
    expect(asked).toEqual([en.sure(enOffice.desk.refundSure('€20.00'))])
    await page.getByText(en.trip.documents).click()
    expect(await page.getByText(invoice_kind.credit_note).count()).toBe(0)
    await t.drain()
    await t.deliver(takeEvents(t))
    await page.getByText(en.trip.refunded('€20.00')).waitFor()
    await page.getByRole('link', { name: invoice_kind.credit_note }).waitFor()
  })
})
