import { describe } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { test as base, PASSWORD } from '../support/app.ts'
import { hasBrowser, openBrowser } from '../support/browser.ts'
import { enrol } from '../support/second-factor.ts'

const test = base.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ DEMO_FRONTEND: 'true' }),
})

describe.skipIf(!hasBrowser)('the window', () => {
  test('asks who has a second factor for its code', async ({ t }) => {
    const { user, recovery } = await enrol(t, await t.user({ locale: 'en' }))
    const { url } = await t.listen()
    const browser = await openBrowser()
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.goto(`${url}/trips`)
    await page.fill('[name=login]', user.username)
    await page.fill('[name=password]', PASSWORD)
    await page.click('main form button')
    // The focus goes to the heading of what has replaced the form.
    await page.getByRole('heading', { name: enAccounts.signIn.second }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    const send = async (code: string) => {
      await page.getByLabel(enAccounts.signIn.code).fill(code)
      await page.locator('main').getByRole('button', { name: en.accounts.signIn, exact: true }).click()
    }
    await send('wrong')
    await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor()
    await send(recovery[0] ?? '')
    await page.getByRole('heading', { name: en.trips.title }).waitFor()
    await browser.close()
  })
})
