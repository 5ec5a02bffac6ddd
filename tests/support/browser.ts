import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isInstalled } from './machine.ts'

const CHROMIUM = '/usr/bin/chromium'
const OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const hasBrowser = isInstalled('Chromium', existsSync(CHROMIUM))

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: OPTIONS })

/** A fixture: a browser of one test. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
export async function ownBrowser({}: object, use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser()
  await use(browser)
  await browser.close()
}

/** Complaints of a page, as they happen: errors of its console, and errors thrown by its scripts. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    // Browsers request an icon from every site.
    const isIcon = message.location().url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !isIcon) complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** `npm run ci:long -- window` looks at everything; `npm run test:slow` at a part. */
export const isThorough = process.env.WINDOW_TOURS === 'all'

/** The two widths and the two colours in which a page is looked at. */
const ALL_MODES = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

/** Each width and each scheme once, or all four. */
export const MODES = isThorough ? ALL_MODES : ALL_MODES.slice(0, 2)

/** Findings of axe on a page as it is now, in one of the modes. In the dark nothing is different but the colours. */
export async function findingsOf(page: Page, { width, colorScheme }: (typeof ALL_MODES)[number]): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
  await page.evaluate(axe.source)
  const { violations, passes } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    rules,
  )
  if (passes.length === 0) throw new Error('axe has looked at nothing')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
