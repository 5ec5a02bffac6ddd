import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { PASSWORD, startApp, type TestUser } from '../support/app.ts'
import { hasBrowser, openBrowser } from '../support/browser.ts'

async function signIn(page: Page, { username }: TestUser): Promise<void> {
  await page.getByLabel(en.accounts.login).fill(username)
  await page.getByLabel(en.accounts.password).fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: en.accounts.signIn, exact: true }).click()
  await page.getByRole('heading', { name: en.trips.title }).waitFor()
}

describe.skipIf(!hasBrowser)('without the accounts of the demo, as in production', () => {
  test('all tabs are one person: signing out ends all of them, and another sign-in is that of all', async () => {
    const t = await startApp({ DEMO_FRONTEND: 'true' })
    const browser = await openBrowser()
    try {
      const [user, other] = [await t.user(), await t.user({ role: 'support' })]
      const { url } = await t.listen()
      const context = await browser.newContext({ locale: 'en-GB' })
      context.setDefaultTimeout(15_000)
      const [one, two] = [await context.newPage(), await context.newPage()]
      await one.goto(`${url}/trips`)
      await signIn(one, user)
      await two.goto(`${url}/trips`)
      await two.getByRole('heading', { name: en.trips.title }).waitFor()
      expect(await two.locator('.tour').count()).toBe(0)

      await one.locator('.menu summary').click()
      await one.getByRole('button', { name: en.accounts.out }).click()
      await two.getByRole('heading', { name: enAccounts.signIn.needed }).waitFor()
      await two.getByRole('status').getByText(en.accounts.ended).waitFor()

      await one.goto(`${url}/trips`)
      await signIn(one, user)
      await two.reload()
      await two.getByRole('heading', { name: en.trips.title }).waitFor()
      // Somebody else signs in over the session, as a page of registration would.
      const login = await t.call('POST', '/auth/login', { login: other.username, password: PASSWORD })
      const me = { id: other.id, first_name: 'Support', role: 'support', email: other.email }
      await one.evaluate(
        ([session, person]) => {
          localStorage.setItem('sejour-me', person ?? '')
          localStorage.setItem('sejour', session ?? '')
        },
        [JSON.stringify({ ...login.body.data, kept_at: Date.now() }), JSON.stringify(me)],
      )
      await two.getByRole('link', { name: en.nav.support }).waitFor()
    } finally {
      await browser.close()
      await t.close()
    }
  })
})
