/** `npm run window:picture -- [url] [chromium]`: takes docs/window.png, the plan of the demo’s company, of a service that has just started with its demo data. */
import path from 'node:path'
import { chromium } from 'playwright-core'

const [url = 'http://127.0.0.1:3000', executablePath = '/usr/bin/chromium'] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', colorScheme: 'light' })
await page.goto(`${url}/?as=owner&to=/plan`)
await page.locator('.plan .bar').first().waitFor()
// The strip is for people who try it.
await page.locator('.tour button').click()
await page.waitForLoadState('networkidle')
await page.screenshot({ path: path.resolve(import.meta.dirname, '../../docs/window.png') })
await browser.close()
