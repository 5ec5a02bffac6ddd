import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { ACCOUNTS, DEMO_PASSWORD } from '../../../src/dev/demo/data.ts'
import { seedDemo } from '../../../src/dev/demo/seed.ts'
import { isolated, startApp, type TestApp, test } from '../../support/app.ts'
import { BROWSER, PRODUCTION } from '../../support/requests.ts'

/** Links of the page, where mails go into the mailbox. */
const LINKS = ['/docs', '/openapi.json', '/asyncapi.json', '/health/ready', '/dev/mailbox']

const linksOf = (html: string): string[] => [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? '')

async function expectLinksToLead(t: TestApp, links: string[]): Promise<void> {
  for (const link of links) expect((await t.call('GET', `/${link}`)).status, link).toBe(200)
}

describe('GET /', () => {
  isolated('says what this is, and links to what there is', async ({ t }) => {
    const { status, body, headers } = await t.call('GET', '//', undefined, BROWSER)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain('<title>Séjour</title>')
    expect(body).toContain('Documentation interactive')
    expect(linksOf(body)).toEqual(LINKS)
    await expectLinksToLead(t, linksOf(body))
    expect(body).not.toContain('Comptes')
    const english = await t.call('GET', '//', undefined, { ...BROWSER, locale: 'en' })
    expect(english.body).toContain('Interactive reference')
    expect((await t.call('GET', '//', undefined, { headers: { accept: '*/*' } })).body.name).toBe('Séjour')
  })

  test('is JSON for those who ask for it', async ({ t }) => {
    const { status, body, headers } = await t.call('GET', '//')
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toEqual({
      name: 'Séjour',
      version: expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?$/),
      links: {
        docs: '/docs',
        openapi: '/openapi.json',
        asyncapi: '/asyncapi.json',
        health: '/health/ready',
        mailbox: '/dev/mailbox',
      },
    })
    // The same as of the page, where they are opened.
    expect(Object.values(body.links)).toEqual(LINKS)
  })

  test('runs and loads nothing: its policy admits its own style and no more', async ({ t }) => {
    const { body, headers } = await t.call('GET', '//', undefined, BROWSER)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(style.length).toBeGreaterThan(0)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
    expect(body).not.toMatch(/<script|<link|<img|\sstyle=|\son\w+=|https?:/)
  })

  test('shows the demo’s accounts where its data is, as text', async ({ t }) => {
    // The data of an earlier start: nothing is made anew.
    const { id } = await t.user()
    await t.db`update users set email = ${ACCOUNTS.owner.email} where id = ${id}`
    await seedDemo(t.app)
    t.app.demoAccounts.push({ role: 'guest', name: 'Camille', login: 'x', password: '<b>"&\'</b>' })
    const { body } = await t.call('GET', '//', undefined, BROWSER)
    for (const { email } of Object.values(ACCOUNTS)) {
      expect(body).toContain(`<td>${email}</td><td>${DEMO_PASSWORD}</td>`)
    }
    expect(body).toContain('&lt;b&gt;')
    expect(body).not.toContain('<b>')
    expect(JSON.stringify((await t.call('GET', '//')).body)).not.toContain('camille')
  })

  test('hides the mailbox and the demo accounts in production', async () => {
    const t = await startApp(PRODUCTION)
    try {
      const { status, body } = await t.call('GET', '//', undefined, BROWSER)
      expect([status, linksOf(body)]).toEqual([200, ['/docs', '/openapi.json', '/asyncapi.json', '/health/ready']])
      expect(body).not.toContain('<table>')
      await expectLinksToLead(t, linksOf(body))
    } finally {
      await t.close()
    }
  })
})
