import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/dev/demo/data.ts'
import { complaintsOf, findingsOf, hasBrowser, isThorough, MODES, openBrowser } from '../support/browser.ts'
import { type Demo, startDemo } from '../support/demo-service.ts'
import { goOnTour } from './tour.ts'

/**
 * `npm run ci:long -- window` goes on every tour, `npm run test:slow` on the first. Each books another home of the demo that is free five
 * weeks ahead, where the search begins.
 */
const TOURS = [
  { locale: 'fr', width: 1280, home: 'Balcon sur la Promenade' },
  { locale: 'en', width: 390, home: 'Studio du marché aux fleurs' },
  { locale: 'fr', width: 390, home: 'Colombages de la Petite France' },
  { locale: 'en', width: 1280, home: 'Appartement au Panier' },
] as const

/** Permitted reads of a screen when it is opened, beside the frame (docs/front-ends.md, "Screens"). */
interface Screen {
  path: string
  as?: string
  reads: number
  /** Further effects: writes, sockets. */
  writes?: string[]
}

let demo: Demo
let browser: Browser

async function screens(): Promise<Screen[]> {
  const token = await demo.tokenOf('camille')
  const { data: homes } = await demo.get('/properties/search?q=Montmartre%20studio')
  const { data: stays } = await demo.get('/reservations?per_page=100', token)
  const of = (status: string) => stays.find((one: { status: string }) => one.status === status).id
  const home = homes[0].id
  const owner = await demo.tokenOf('martin')
  const { data: mine } = await demo.get('/properties/mine', owner)
  const theirs = async (status: string): Promise<number> =>
    (await demo.get(`/reservations?as=owner&status=${status}&q=Durand`, owner)).data[0].id
  const asked = (await demo.get('/reservations?as=owner&status=inquiry', owner)).data[0].id
  const [confirmed, inHouse] = [await theirs('confirmed'), await theirs('checked_in')]
  return [
    { path: '/', reads: 2 },
    { path: '/?q=nothing-like-this', reads: 1 },
    { path: `/homes/${home}`, reads: 3 },
    {
      path: `/homes/${home}?check_in=${demo.inDays(60)}&check_out=${demo.inDays(63)}&adults=2`,
      reads: 3,
      writes: ['/quotes'],
    },
    {
      path: `/homes/${home}?check_in=${demo.inDays(60)}&check_out=${demo.inDays(63)}&adults=2`,
      as: 'guest',
      reads: 3,
      writes: ['/quotes'],
    },
    { path: '/trips', reads: 0 },
    { path: '/trips', as: 'guest', reads: 1 },
    { path: `/trips/${of('cancelled')}`, as: 'guest', reads: 1 },
    // The address and an open arrival stand in answers of their own.
    { path: `/trips/${of('confirmed')}`, as: 'guest', reads: 2 },
    { path: `/trips/${of('checked_in')}`, as: 'guest', reads: 3 },
    { path: '/inbox', as: 'guest', reads: 1 },
    { path: '/inbox/2', as: 'guest', reads: 2, writes: ['/messages/2/read'] },
    { path: '/bell', as: 'guest', reads: 2 },
    { path: '/mail', as: 'guest', reads: 1 },
    { path: '/register', reads: 1 },
    { path: '/password-reset', reads: 0 },
    { path: '/profile', as: 'guest', reads: 2 },
    { path: '/security', as: 'guest', reads: 3 },
    { path: '/today', as: 'owner', reads: 1 },
    { path: '/plan', as: 'owner', reads: 2 },
    { path: `/plan?from=${demo.inDays(-30)}`, as: 'desk', reads: 2 },
    { path: '/stays', as: 'owner', reads: 1 },
    { path: `/stays/${asked}`, as: 'owner', reads: 2 },
    {
      path: `/stays/${confirmed}`,
      as: 'owner',
      reads: 3,
      writes: [`/reservations/${confirmed}/messages/read`],
    },
    { path: `/stays/${inHouse}`, as: 'owner', reads: 3 },
    { path: '/conversations', as: 'owner', reads: 1 },
    { path: `/conversations/${asked}`, as: 'owner', reads: 3 },
    { path: '/tasks', as: 'owner', reads: 2 },
    { path: '/month', as: 'owner', reads: 2 },
    { path: '/figures', as: 'owner', reads: 1 },
    { path: '/net', as: 'owner', reads: 3 },
    { path: '/my-homes', as: 'owner', reads: 1 },
    { path: '/editor/new', as: 'owner', reads: 1 },
    { path: `/editor/${mine[0].id}`, as: 'owner', reads: 3 },
    { path: `/calendar/${mine[0].id}`, as: 'owner', reads: 3 },
    { path: '/developers', as: 'owner', reads: 2 },
    { path: '/templates', as: 'owner', reads: 1 },
    { path: '/company', as: 'owner', reads: 2 },
    { path: '/sellers', as: 'owner', reads: 2 },
    { path: '/team', as: 'owner', reads: 1 },
    { path: '/channels', as: 'owner', reads: 3 },
    { path: '/audit', as: 'owner', reads: 3 },
    { path: `/audit?day=${demo.inDays(0)}`, as: 'owner', reads: 3 },
    { path: '/today', as: 'desk', reads: 1 },
    { path: '/tasks', as: 'cleaner', reads: 1 },
    { path: `/stays/${confirmed}`, as: 'support', reads: 1 },
    { path: '/support', as: 'support', reads: 2 },
    { path: '/trips/999999', as: 'guest', reads: 1 },
  ]
}

/** Reads of each start of a page: names of values, which browsers keep, and unread counts. */
const FRAME = ['GET /api/v1/labels', 'GET /api/v1/notifications?unread=true&per_page=100']
const SOCKET = 'POST /api/v1/broadcasting/auth'

/** Calls of a page, in their order; a picture in a conversation is none. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(api|dev)\//.test(pathname) && request.resourceType() !== 'image')
      calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}

async function openAs(context: BrowserContext, role: string | undefined): Promise<Page> {
  const page = await context.newPage()
  if (role === undefined) return page
  await page.goto(`${demo.url}/?as=${role}`)
  await settled(page)
  return page
}

/** A tab of somebody, which notes what it calls and what it complains of. */
async function openTab(role: string) {
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1280, height: 900 } })
  const page = await openAs(context, role || undefined)
  return { page, calls: callsOf(page), complaints: complaintsOf(page) }
}

/** Controls that are lower than a finger wants, in px. Links within a sentence are none, nor boxes that have a label around them. */
const smallOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select, summary')].flatMap((control) => {
      const { height } = control.getBoundingClientRect()
      const isText = getComputedStyle(control).display === 'inline' || control.matches('.hidden, .skip, label input')
      return isText || height === 0 || height >= 44 ? [] : [`${height}: ${control.outerHTML.slice(0, 80)}`]
    }),
  )

/** Waits until a page shows a screen, and nothing is under way. */
async function settled(page: Page): Promise<void> {
  await page.locator('main[aria-busy=false] h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

describe.skipIf(!hasBrowser)('the window after npm start', () => {
  beforeAll(async () => {
    ;[demo, browser] = await Promise.all([startDemo(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
  })

  test('screens read what they show and no more, fit the phone, and have nothing that axe finds serious', async () => {
    const tabs = new Map<string, Awaited<ReturnType<typeof openTab>>>()
    for (const { path, as = '', reads, writes = [] } of await screens()) {
      const name = `${path} as ${as || 'nobody'}`
      const { page, calls, complaints } = tabs.get(as) ?? (await openTab(as))
      tabs.set(as, { page, calls, complaints })
      calls.length = 0
      complaints.length = 0
      await page.goto(`${demo.url}${path}`)
      await settled(page)
      const own = calls.filter((call) => !FRAME.includes(call) && call !== SOCKET)
      const reading = own.filter((call) => call.startsWith('GET'))
      expect(reading, `${name}: ${own.join(', ')}`).toHaveLength(reads)
      expect(
        own.filter((call) => !reading.includes(call)),
        name,
      ).toEqual(writes.map((write) => `POST /api/v1${write}`))
      // Browsers write each 404 into the console.
      expect(path.endsWith('999999') ? [] : complaints, name).toEqual([])
      for (const mode of MODES) {
        expect(await findingsOf(page, mode), `${name}, ${mode.width} px, ${mode.colorScheme}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(mode.width)
        if (mode.width === 390) expect(await smallOf(page), name).toEqual([])
      }
    }
    for (const { page } of tabs.values()) await page.context().close()
  })

  test.each(isThorough ? TOURS : TOURS.slice(0, 1))(
    'somebody searches, books, pays, writes, is answered, reviews and is refunded: $locale, $width px',
    async ({ locale, width, home }) => {
      const context = await browser.newContext({
        locale: locale === 'fr' ? 'fr-FR' : 'en-GB',
        viewport: { width, height: 844 },
        colorScheme: width === 390 ? 'dark' : 'light',
      })
      context.setDefaultTimeout(15_000)
      await goOnTour(context, demo, locale, home)
      await context.close()
    },
  )

  test.each(['guest', 'owner', 'cleaner', 'admin'])('the menu and the places of %s fit a phone', async (role) => {
    const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 390, height: 844 } })
    const page = await openAs(context, role)
    await page.goto(`${demo.url}/`)
    await page.locator('.menu summary').click()
    const menu = await page.locator('.drop').boundingBox()
    expect(menu?.x).toBeGreaterThanOrEqual(0)
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
    const places = await page.locator('.places').boundingBox()
    expect([places?.x, places?.width, (places?.y ?? 0) + (places?.height ?? 0)]).toEqual([0, 390, 844])
    await context.close()
  })

  test('back leads to the place of the list that was left, and the focus to what replaces a control', async () => {
    const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1280, height: 900 } })
    const page = await openAs(context, undefined)
    await page.goto(`${demo.url}/`)
    await settled(page)
    await page.locator('.home a').nth(9).scrollIntoViewIfNeeded()
    const top = await page.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(500)
    await page.locator('.home a').nth(9).click()
    await page.locator('.gallery').first().waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 2, top)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await context.close()
  })

  test('people of the demo speak the language of the browser, and then the one they choose', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const page = await openAs(context, 'guest')
    const language = async () => (await demo.get('/user', await demo.tokenOf('camille'))).data.locale
    expect(await language()).toBe('en')
    await page.getByRole('button', { name: 'Français' }).click()
    await page.getByRole('button', { name: 'English' }).waitFor()
    expect(await language()).toBe('fr')
    await context.close()
  })

  test('what was typed stays: a search that is refused, a home whose visitor signs in, a checkout that is left', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    await page.goto(`${demo.url}/?q=Traboule&check_in=${demo.inDays(80)}&check_out=${demo.inDays(75)}&adults=2`)
    await page
      .getByRole('alert')
      .getByText(/check-out|departure|after/i)
      .waitFor()
    expect(await page.getByLabel('Place or name').inputValue()).toBe('Traboule')
    await page.getByLabel('Check-out').fill(demo.inDays(83))
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('.home a').first().click()
    await page.locator('.box').getByRole('button', { name: 'Sign in to book' }).click()
    await page.getByRole('button', { name: /Switch to Camille/ }).click()
    expect(await page.locator('.box [name=check_out]').inputValue()).toBe(demo.inDays(83))
    await page.locator('.box').getByRole('button', { name: 'Book', exact: true }).click()
    await page.locator('button.pay').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await context.close()
  })

  test('a tab is a person; signing out makes it nobody, and a wrong password is told', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const page = await openAs(context, undefined)
    await page.goto(`${demo.url}/trips`)
    await page.getByLabel('E-mail or username').fill('camille')
    await page.getByLabel('Password').fill('wrong')
    await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText(/./).first().waitFor()
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Trips' }).waitFor()
    const other = await openAs(context, 'owner')
    await other.getByText('Martin · host').waitFor()
    await page.reload()
    await page.getByText('Camille · guest').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('.head').getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.locator('.badge').count()).toBe(0)
    await other.reload()
    await other.getByText('Martin · host').waitFor()
    await context.close()
  })
})
