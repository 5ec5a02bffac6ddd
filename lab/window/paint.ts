/**
 * `npm run window:paint [-- ADDRESS...]`: first and largest paint, and how much the layout shifts, of the search and of a home, in a phone's
 * browser on a slow network. The services run already; of several addresses, each is opened in turns. Needs Chromium.
 */
import { argv } from 'node:process'
import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { openBrowser } from '../../tests/support/browser.ts'
import { median } from '../bench/support.ts'

/** The "Slow 4G" of browsers' tools, as requests see it. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const PHONE = { locale: 'en-GB', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const ROUNDS = 7
/** A page is looked at until nothing new has come for so long. */
const QUIET_MS = 6_000

const measured = z.object({ first: z.number(), largest: z.number(), shift: z.number() })
const found = z.object({ data: z.tuple([z.object({ id: z.string() })]).rest(z.unknown()) })

/** Runs in the page. Its times are in milliseconds. */
const OBSERVER = `window.paint = { first: 0, largest: 0, shift: 0 }
const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') window.paint.first = startTime })
observe('largest-contentful-paint', ({ startTime }) => { window.paint.largest = startTime })
observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) window.paint.shift += value })`

async function open(browser: Browser, address: string): Promise<z.infer<typeof measured>> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', NETWORK)
  await page.addInitScript(OBSERVER)
  await page.goto(address)
  await page.waitForTimeout(QUIET_MS)
  const paint = measured.parse(await page.evaluate('window.paint'))
  await context.close()
  return paint
}

const services = argv.length > 2 ? argv.slice(2) : ['http://127.0.0.1:3000']
const browser = await openBrowser()
for (const name of ['search', 'home']) {
  const paints = new Map(services.map((service) => [service, [] as z.infer<typeof measured>[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [service, all] of paints) {
      const answer = await fetch(`${service}/api/v1/properties/search?per_page=1`)
      const [{ id }] = found.parse(await answer.json()).data
      all.push(await open(browser, name === 'search' ? `${service}/` : `${service}/homes/${id}`))
    }
  for (const [service, all] of paints) {
    const of = (key: keyof z.infer<typeof measured>) => median(all.map((paint) => paint[key]))
    console.log(
      `${name} at ${service}: first ${of('first').toFixed(0)} ms, largest ${of('largest').toFixed(0)} ms, shift ${of('shift').toFixed(3)}`,
    )
  }
}
await browser.close()
