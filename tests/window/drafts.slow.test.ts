import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { texts } from '../../src/platform/locales/locales.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { signInAs, test } from '../support/window.ts'

const { labels } = texts('en')

describe.skipIf(!hasBrowser)('a draft', () => {
  test('of a home outlasts a reload and a lost network, until it is saved', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/editor/${home}`, owner)
    const about = page.getByLabel(enOffice.editor.fields.description)
    await about.fill('A house by the sea.')
    await page.route('**/api/v1/properties/**', (route) => route.abort())
    await page.getByRole('button', { name: en.desk.save, exact: true }).first().click()
    await page.getByRole('alert').getByText(en.offline).waitFor()
    await page.unrouteAll()
    await page.reload()
    await page.getByText(enOffice.drafts.old).waitFor()
    expect(await about.inputValue()).toBe('A house by the sea.')
    await page.getByRole('button', { name: en.desk.save, exact: true }).first().click()
    await page.getByRole('status').getByText(en.saved).waitFor()
    await page.reload()
    await page.locator('main[aria-busy=false] h1').waitFor()
    expect(await page.getByText(enOffice.drafts.old).count()).toBe(0)
    expect(await about.inputValue()).toBe('A house by the sea.')
  })

  test('of a message stays until it is sent', async ({ t, window }) => {
    const { owner, id } = await changeable(t)
    const page = await window.open(`/stays/${id}`, owner)
    const field = page.getByLabel(enAccounts.inbox.write)
    await field.fill('See you soon.')
    await page.reload()
    await field.waitFor()
    expect(await field.inputValue()).toBe('See you soon.')
    await page.getByRole('button', { name: enAccounts.inbox.send, exact: true }).click()
    await page.locator('.thread').getByText('See you soon.').waitFor()
    expect(await field.inputValue()).toBe('')
    await page.reload()
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
  })

  test('of a message is hidden from the next person in the same tab', async ({ t, window }) => {
    const { owner, guest, home } = await scene(t)
    const page = await window.open(`/inbox/${owner.id}?home=${home}`, guest)
    const field = page.getByPlaceholder(enAccounts.inbox.write)
    await field.fill('My secret.')
    const session = await page.evaluate(() => localStorage.getItem('sejour') ?? '{}')
    await t.call('POST', '/auth/logout', {}, { headers: { authorization: `Bearer ${JSON.parse(session).token}` } })
    await signInAs(page, await t.user())
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
  })

  test('of a note says that somebody else has written, and keeps both until one is chosen', async ({ t, window }) => {
    const { owner, id } = await changeable(t)
    const page = await window.open(`/stays/${id}`, owner)
    const form = page.locator('form').filter({ has: page.getByLabel(enOffice.stay.labels) })
    await form.locator('textarea').fill('Late arrival')
    await t.call('PATCH', `/reservations/${id}`, { note: 'Early arrival' }, owner)
    await form.getByRole('button', { name: en.desk.save }).click()
    await page.getByText(enOffice.stay.otherNote).waitFor()
    await page.getByText('Early arrival').waitFor()
    expect(await form.locator('textarea').inputValue()).toBe('Late arrival')
    expect(await t.db`select note from reservations where id = ${id}`).toEqual([{ note: 'Early arrival' }])
    await form.getByRole('button', { name: en.desk.save }).click()
    await page.getByRole('status').getByText(en.saved).waitFor()
    expect(await t.db`select note from reservations where id = ${id}`).toEqual([{ note: 'Late arrival' }])
  })
})

describe.skipIf(!hasBrowser)('a decision', () => {
  test('about a request that somebody has answered says who did', async ({ t, window }) => {
    const { owner, guest, home } = await scene(t, { instant_book: false })
    const asked = { property_id: home, check_in: inDays(30), check_out: inDays(33), adults: 2, inquiry: true }
    const { reservation_id: id } = (await t.call('POST', '/reservations', asked, guest)).body.data
    const page = await window.open(`/stays/${id}`, owner)
    const decline = page.getByRole('button', { name: labels.action.decline })
    await decline.waitFor()
    const accepted = await t.call(
      'POST',
      `/reservations/change-status-reservation-by-proprio/${id}/confirmed`,
      {},
      owner,
    )
    expect(accepted.status).toBe(200)
    await page.getByRole('button', { name: labels.action.confirm, exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/Somebody was faster\. The reservation is now “Awaiting payment”: .+ changed it .+ minute/)
      .waitFor()
    await decline.waitFor({ state: 'detached' })
    const { status, body } = await t.call(
      'POST',
      `/reservations/change-status-reservation-by-proprio/${id}/declined?seen=inquiry`,
      {},
      owner,
    )
    expect([status, body.code]).toEqual([409, 'moved_meanwhile'])
  })
})
