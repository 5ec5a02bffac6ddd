import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test as base, PASSWORD } from '../support/app.ts'
import { isInstalled } from '../support/machine.ts'

const CHROMIUM = '/usr/bin/chromium'
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const test = base.extend<{ browser: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  browser: async ({}, use) => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    await use(browser)
    await browser.close()
  },
})

describe.runIf(isInstalled('chromium', existsSync(CHROMIUM)))('/docs in a browser', () => {
  test('is for everybody, on a desktop and a phone, in light and dark', { timeout: 180_000 }, async ({
    t,
    browser,
  }) => {
    const { url } = await t.listen()
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      // Axe comes from outside of the page, which its policy refuses.
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true })
      const page = await context.newPage()
      await page.goto(`${url}/docs`)
      expect(await page.locator('.nav nav').isVisible()).toBe(width > 1000)
      await page.evaluate("for (const closed of document.querySelectorAll('details')) closed.open = true")
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      // Operations are alike: some of them open, so that axe ends soon.
      await page.evaluate(
        "document.querySelectorAll('nav details, .item').forEach((item, index) => { item.open = index % 20 === 0 })",
      )
      await page.evaluate(readFileSync(AXE, 'utf8'))
      const found = await page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then(({ violations, passes }) => ({ passed: passes.length > 20, wrong: violations.map(({ id, nodes }) => id + ' ' + nodes[0].html) }))",
      )
      expect(found, `${width} ${colorScheme}`).toEqual({ passed: true, wrong: [] })
      await context.close()
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
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${url}/docs`)
    await page.fill('#sign-in [name=login]', user.username)
    await page.fill('#sign-in [name=password]', PASSWORD)
    await page.click('#sign-in button')
    await page.waitForSelector('text=Signed in.')

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
