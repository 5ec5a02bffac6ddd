import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { invitationKey } from '../support/members.ts'
import { signInAs, test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('the window', () => {
  test('lets somebody accept an invitation to help with a home', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const helper = await t.user({ locale: 'en' })
    const rights = ['calendar', 'messages']
    await t.call('POST', `/properties/${home}/members`, { email: helper.email, rights }, { ...owner, locale: 'en' })
    const page = await window.open(`/invitations/${await invitationKey(t, helper.email)}`)
    await signInAs(page, helper)
    await page.getByText(en.invitation.rights.calendar).waitFor()
    expect(await page.locator('main li').count()).toBe(2)
    await page.getByRole('button', { name: en.invitation.accept, exact: true }).click()
    await page.getByText(en.invitation.accepted).waitFor()
    const { members } = (await t.call('GET', `/properties/${home}/members`, undefined, owner)).body.data
    expect(members).toMatchObject([{ user: { id: helper.id }, rights }])
  })

  test('shows a visitor without an account the whole price of a stay', async ({ t, window }) => {
    const { home } = await scene(t, { cleaning_fee: 60 })
    const page = await window.open(`/homes/${home}?check_in=${inDays(30)}&check_out=${inDays(33)}&adults=2`)
    await page.locator('.box .sum').waitFor()
    expect(await page.locator('.box dl').innerText()).toMatch(/€60\.00[\s\S]*€360\.00/)
    await page.locator('.box').getByRole('button', { name: en.accounts.needed }).waitFor()
  })
})
