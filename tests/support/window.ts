import type { Browser, Page } from 'playwright-core'
import { en } from '../../clients/window/src/texts/en.ts'
import { test as base, PASSWORD, type TestApp, type TestUser } from './app.ts'
import { ownBrowser } from './browser.ts'

interface Window {
  /** Its address. */
  url: string
  /** Opens a path of the window, signed in as somebody or as nobody. Its language is English. */
  open(path: string, user?: TestUser): Promise<Page>
}

/** Signs in on a screen that asks who is there. */
export async function signInAs(page: Page, { username }: TestUser): Promise<void> {
  await page.getByLabel(en.accounts.login).fill(username)
  await page.getByLabel(en.accounts.password).fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: en.accounts.signIn, exact: true }).click()
}

/** Answers the dialog of the page that asks before something final. */
export async function answer(page: Page, words?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (words !== undefined) await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('button').first().click()
  await dialog.waitFor({ state: 'detached' })
}

/** `test` with the window of a service, in browsers of people who each have their own. */
export const test = base.extend<{ env: Record<string, string>; browser: Browser; window: Window }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ DEMO_FRONTEND: 'true' }),
  browser: ownBrowser,
  window: async ({ t, browser }: { t: TestApp; browser: Browser }, use) => {
    const { url } = await t.listen()
    await use({
      url,
      async open(path, user) {
        const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
        context.setDefaultTimeout(15_000)
        const page = await context.newPage()
        if (user) {
          await page.goto(`${url}/trips`)
          await signInAs(page, user)
          await page.getByRole('heading', { name: en.trips.title }).waitFor()
        }
        await page.goto(`${url}${path}`)
        await page.locator('main[aria-busy=false] h1').first().waitFor()
        return page
      },
    })
  },
})
