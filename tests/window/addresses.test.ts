import { globSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect } from 'vitest'
import { buildWindow } from '../../clients/window/build.ts'
import { bundleWindow, MADE } from '../../src/window/bundle.ts'
import { SCREENS } from '../../src/window/window.ts'
import { inDays, startApp, type TestApp, test as withApp } from '../support/app.ts'
import { BROWSER, PRODUCTION } from '../support/requests.ts'
import { TABLE_A, TABLE_B } from '../support/specification.ts'

/** Marks of the page of the window. */
const MARK = '<div id="window">'

const test = withApp.extend<{ t: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  t: async ({}, use) => {
    const t = await startApp({ DEMO_FRONTEND: 'true' })
    await use(t)
    await t.close()
  },
})

/** Names of the files of the back office: its screens, and the texts that they share. */
const OFFICE =
  /\/(today|plan|stays?|company|contract|conversations|month|tasks|figures|net|homes|calendar|editor|sellers|team|templates|developers|channels|audit|fr-office)-\w+\.js$/

const filled = (path: string): string => path.replaceAll(/[{:]\w+\}?/g, '7')
const settingsOf = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

describe('the page of the window', () => {
  test('is at its addresses, for browsers alone', async ({ t }) => {
    for (const screen of ['/', ...Object.values(SCREENS).flat()]) {
      const url = `/${filled(screen)}`
      const { status, body, headers } = await t.call('GET', url, undefined, BROWSER)
      expect([status, headers['content-type']], screen).toEqual([200, 'text/html; charset=utf-8'])
      expect(body, screen).toContain(MARK)
      const head = await t.app.inject({ method: 'HEAD', url: filled(screen), headers: BROWSER.headers })
      expect([head.statusCode, head.body], screen).toEqual([200, ''])
      const program = await t.call('GET', url, undefined, { headers: { accept: '*/*' } })
      expect(program.status, screen).toBe(screen === '/' ? 200 : 404)
      expect(JSON.stringify(program.body), screen).not.toContain('id="window"')
      expect((await t.call('POST', url, {}, BROWSER)).status, screen).toBe(404)
    }
    expect((await t.call('GET', '//homes', undefined, BROWSER)).status).toBe(404)
  })

  test('takes no path of the specification, with and without prefix', async ({ t }) => {
    const paths = [...TABLE_A, ...TABLE_B].map((line) => filled(line.split(' ')[1] ?? ''))
    expect(paths.length).toBeGreaterThanOrEqual(79)
    for (const path of paths) {
      for (const url of [path, `/${path}`]) {
        const { body } = await t.call('GET', url, undefined, BROWSER)
        expect(String(body), url).not.toContain(MARK)
      }
    }
  })

  // The policy drops them, and what they should show is missing.
  test('has no styles in its markup', () => {
    const styled = globSync('clients/window/src/**/*.ts').filter((file) => /\sstyle=/.test(readFileSync(file, 'utf8')))
    expect(styled).toEqual([])
  })

  test('lets nothing but its own files run, and says nothing that is secret', async ({ t }) => {
    t.app.demoAccounts.push({ role: 'guest', name: '</script><b>', login: 'x', password: 'y' })
    const { body, headers } = await t.call('GET', '//', undefined, BROWSER)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(body).not.toContain('</script><b>')
    expect(body).not.toMatch(/<script(?![^>]*(src=|application\/json))|<style|\son\w+=/)
    expect(settingsOf(body)).toEqual({
      accounts: [{ role: 'guest', name: '</script><b>', login: 'x', password: 'y' }],
      mailbox: true,
      realtime_key: 'sejour-key',
      guests: true,
      office: true,
      sheets: {
        style: expect.stringMatching(/^\/window\/style-\w+\.css$/),
        own: expect.stringMatching(/^\/window\/own-\w+\.css$/),
        office: expect.stringMatching(/^\/window\/office-\w+\.css$/),
      },
    })
    expect(String(headers.vary)).toContain('Accept')
    expect(body).toContain('<html lang="fr">')
    expect((await t.call('GET', '//', undefined, { ...BROWSER, locale: 'en' })).body).toContain('<html lang="en">')
  })

  test('loads files that are compressed and kept for ever: less than 45 kB for a visitor, 95 kB for guests, 70 kB for the back office', async ({
    t,
  }) => {
    const { body } = await t.call('GET', '//', undefined, BROWSER)
    const [, entry = ''] = /src="(\/window\/[^"]+)"/.exec(body) ?? []
    const { sheets } = settingsOf(body)
    const sizes = new Map<string, number>()
    const imports = new Map<string, string[]>()
    const queue = [entry, sheets.style, sheets.own, sheets.office]
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      if (sizes.has(url)) continue
      const get = (encoding: string) => t.app.inject({ url, headers: { 'accept-encoding': encoding } })
      const [plain, br, gzip] = await Promise.all([get('identity'), get('gzip, br'), get('gzip')])
      expect([plain.statusCode, br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
        200,
        'br',
        'gzip',
      ])
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.headers['cache-control']).toContain('immutable')
      expect(plain.headers['content-type']).toMatch(/^text\/(javascript|css)/)
      sizes.set(url, br.rawPayload.length)
      const names = (pattern: RegExp) =>
        [...plain.body.matchAll(pattern)].map(([, name]) => `/window/${name}`).filter((name) => !/\/en-/.test(name))
      imports.set(url, names(/(?:from|import)"\.\/([\w-]+\.js)"/g))
      queue.push(...names(/"\.\/([\w-]+\.js)"/g))
    }
    // The search, its texts and its map are what the page loads besides itself when nobody is signed in.
    const withImports = (urls: string[]) => {
      const all = new Set(urls)
      for (const url of all) for (const name of imports.get(url) ?? []) all.add(name)
      return all
    }
    const named = (pattern: RegExp) => [...sizes.keys()].filter((name) => pattern.test(name))
    const first = withImports([entry, sheets.style, ...named(/\/(search|fr|map)-\w+\.js$/)])
    const office = new Set([sheets.office, ...named(OFFICE)])
    // A chunk belongs to the screens that import it.
    const guests = withImports([...sizes.keys()].filter((name) => !office.has(name) && !/\/chunk-/.test(name)))
    const onlyOffice = [...withImports([...office])].filter((name) => !guests.has(name))
    const sum = (urls: Iterable<string>) => [...urls].reduce((total, url) => total + (sizes.get(url) ?? 0), 0)
    expect(sum(first)).toBeLessThan(45_000)
    expect(sizes.size).toBeGreaterThanOrEqual(20)
    expect(onlyOffice.length).toBeGreaterThanOrEqual(5)
    expect(sum(guests)).toBeLessThan(95_000)
    expect(sum(onlyOffice)).toBeLessThan(70_000)
    expect((await t.call('GET', '//window/main.js')).status).toBe(404)
    expect((await t.call('GET', '//window/..%2f..%2fpackage.json')).status).toBe(404)
  })
})

describe('where the window is the front end', () => {
  test('a checkout comes back to it, and mails lead to it', async ({ t }) => {
    const [owner, guest] = [await t.user(), await t.user()]
    const property_id = await t.home(owner)
    const stay = { property_id, check_in: inDays(40), check_out: inDays(43), adults: 1 }
    const { body } = await t.call('POST', '/reservations', stay, guest)
    const [session] = t.standin.store.list('checkout.session')
    expect(session?.success_url).toContain(`http://sejour.test/trips/${body.data.reservation_id}`)
    expect(t.app.frontEnd.conversation(7)).toBe('http://sejour.test/inbox/7')
  })
})

describe('in production', () => {
  beforeAll(() => buildWindow(MADE))

  withApp('it has the files that npm run build has made, the same as on a developer’s machine', async () => {
    expect(await bundleWindow(true)).toEqual(await bundleWindow(false))
  })

  withApp('an install that nobody has built serves no window', async () => {
    await rm(MADE, { recursive: true })
    const t = await startApp({ ...PRODUCTION, DEMO_FRONTEND: 'true' })
    try {
      expect((await t.call('GET', '//', undefined, BROWSER)).body).not.toContain(MARK)
      expect((await t.call('GET', '//trips', undefined, BROWSER)).status).toBe(404)
    } finally {
      await t.close()
      await buildWindow(MADE)
    }
  })

  withApp('there is none', async () => {
    const t = await startApp({ ...PRODUCTION, DEMO_FRONTEND: '' })
    try {
      expect((await t.call('GET', '//', undefined, BROWSER)).body).not.toContain(MARK)
      expect((await t.call('GET', '//trips', undefined, BROWSER)).status).toBe(404)
    } finally {
      await t.close()
    }
  })

  withApp('BACK_OFFICE=true serves the screens of companies, and none of guests', async () => {
    const t = await startApp({ ...PRODUCTION, DEMO_FRONTEND: '', BACK_OFFICE: 'true' })
    try {
      const { body, headers } = await t.call('GET', '//', undefined, BROWSER)
      expect(settingsOf(body)).toMatchObject({ accounts: [], mailbox: false, guests: false, office: true })
      expect(headers['content-security-policy']).toContain(
        `form-action 'self' ${t.app.publicUrl} https://checkout.stripe.com;`,
      )
      for (const path of ['today', 'stays/7', 'profile', 'invitations/key'])
        expect((await t.call('GET', `//${path}`, undefined, BROWSER)).status, path).toBe(200)
      for (const path of ['trips', 'homes/7', 'inbox'])
        expect((await t.call('GET', `//${path}`, undefined, BROWSER)).status, path).toBe(404)
      expect(t.app.frontEnd.invitation('key')).toBe(`${t.app.publicUrl}/invitations/key`)
      expect(t.app.frontEnd.officeStay(7)).toBe(`${t.app.publicUrl}/stays/7`)
    } finally {
      await t.close()
    }
  })

  withApp('DEMO_FRONTEND=true serves it, with nobody to be and no mails', async () => {
    const t = await startApp({ ...PRODUCTION, DEMO_FRONTEND: 'true' })
    try {
      const { body } = await t.call('GET', '//', undefined, BROWSER)
      expect(body).toContain(MARK)
      expect(settingsOf(body)).toMatchObject({ accounts: [], mailbox: false, guests: true, office: false })
    } finally {
      await t.close()
    }
  })
})
