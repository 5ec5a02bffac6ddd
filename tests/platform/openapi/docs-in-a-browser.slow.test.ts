import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test as base, PASSWORD } from '../../support/app.ts'
import { complaintsOf, findingsOf, hasBrowser, isThorough, MODES, ownBrowser } from '../../support/browser.ts'

const test = base.extend<{ browser: Browser }>({
  browser: ownBrowser,
})

describe.runIf(hasBrowser)('/docs in a browser', () => {
  test('is for everybody, on a desktop and a phone, in light and dark', async ({ t, browser }) => {
    const { url } = await t.listen()
    const page = await browser.newPage()
    for (const mode of MODES) {
      await page.setViewportSize({ width: mode.width, height: 900 })
      await page.goto(`${url}/docs`)
      expect(await page.locator('.nav nav').isVisible()).toBe(mode.width > 1000)
      await page.evaluate("for (const closed of document.querySelectorAll('details')) closed.open = true")
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(mode.width)
      // Operations are alike: some of them open, so that axe ends soon.
      await page.evaluate(
        "document.querySelectorAll('nav details, .item').forEach((item, index) => { item.open = index % 40 === 0 })",
      )
      // Axe reads the whole document, which takes ten seconds a mode: `npm run ci:long -- window` has it read all.
      if (mode === MODES[0] || isThorough)
        expect(await findingsOf(page, mode), `${mode.width} ${mode.colorScheme}`).toEqual([])
    }
  })

  test('is read without a script, a link opens what it leads to', async ({ t, browser }) => {
    const { url } = await t.listen()
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${url}/docs`)
    expect(await page.locator('h1').innerText()).toBe('The API of Séjour')
    expect(await page.locator('.nav nav').isVisible()).toBe(true)
    expect(await page.locator('form').filter({ visible: true }).count()).toBe(0)
    await page.goto(`${url}/docs#listNotifications`)
    expect(await page.locator('#listNotifications').isVisible()).toBe(true)
  })

  test('sends a request with the token of a sign-in, shows the answer, and filters', async ({ t, browser }) => {
    const user = await t.user()
    const { url } = await t.listen()
    const page = await browser.newPage()
    const problems = complaintsOf(page)
    await page.goto(`${url}/docs`)
    await page.fill('#sign-in [name=login]', user.username)
    await page.fill('#sign-in [name=password]', PASSWORD)
    await page.click('#sign-in button')
    await page.waitForSelector('text=Signed in, as account')

    await page.fill('#filter', 'profile put')
    expect(await page.locator('.item').filter({ visible: true }).count()).toBe(1)
    await page.click('nav a[href="#updateProfile"]')
    await page.fill('#updateProfile textarea', '{"job": "Typesetter"}')
    await page.click('#updateProfile .try button')
    await page.waitForSelector('#updateProfile .answer > pre')
    expect(await page.locator('#updateProfile .answer').innerText()).toMatch(/200 OK[\s\S]*"job": "Typesetter"/)
    expect((await t.call('GET', '/user', undefined, user)).body.data.job).toBe('Typesetter')

    // A link to what the filter hides shows it, with the parameters that are given.
    await page.goto(`${url}/docs#listNotifications`)
    await page.fill('#listNotifications [name="query:per_page"]', '500')
    await page.click('#listNotifications .try button')
    await page.waitForSelector('#listNotifications .answer > pre')
    expect(await page.locator('#listNotifications .answer').innerText()).toMatch(/per_page=500\s+400[\s\S]*"too_high"/)
    expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([])
  })
})
