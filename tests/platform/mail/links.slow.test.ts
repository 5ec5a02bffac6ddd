import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { enAccounts } from '../../../clients/window/src/texts/en-accounts.ts'
import { notify } from '../../../src/accounts/notifications/notify.ts'
import { NOTIFICATION_TYPE } from '../../../src/platform/db/enums.ts'
import { mailTemplate } from '../../../src/platform/mail/templates.ts'
import { linkIn, login, register } from '../../support/accounts.ts'
import { inDays, PASSWORD, type TestApp, type TestUser } from '../../support/app.ts'
import { hasBrowser } from '../../support/browser.ts'
import { made } from '../../support/notices.ts'
import { enrol } from '../../support/second-factor.ts'
import { collect, deposited } from '../../support/settlement.ts'
import { prove } from '../../support/stay-page.ts'
import { invite } from '../../support/team.ts'
import { signInAs, test as withWindow } from '../../support/window.ts'

const test = withWindow.extend({ neighbours: false })

const MOVED_TO = 'elsewhere@example.org'

/** Makes the service send a mail of each kind. @returns who can sign in with the password of all */
async function sendEverything(t: TestApp): Promise<TestUser[]> {
  const { guest, owner, home, id } = await deposited(t)

  for (const type of NOTIFICATION_TYPE) {
    const { content, data } = made(type)
    const about = 'reservation_id' in data ? { ...data, reservation_id: id } : data
    const notice = { user_id: guest.id, content, data: about, property_id: null, dedupe_key: `each:${type}` }
    await t.db.begin((tx) => notify(t.app, tx, notice))
  }
  const links = (await t.call('GET', `/reservations/${id}/link`, undefined, guest)).body.data
  expect((await t.call('POST', `${links.url}/codes`)).status).toBe(200)
  // A message from a company to a guest without an account.
  const caller = { name: 'Grace Hopper', email: 'grace@example.org', language: 'en' }
  const called = { check_in: inDays(90), check_out: inDays(92), adults: 1, guest: caller, pay: 'later' }
  const byHand = (await t.call('POST', `/properties/${home}/reservations`, called, owner)).body.data.reservation_id
  await prove(t, byHand, caller.email)
  expect((await t.call('POST', `/reservations/${byHand}/messages`, { content: 'Hello' }, owner)).status).toBe(201)
  // The mails that lead to a payment.
  await t.call('PUT', `/properties/${home}`, { instant_book: false }, owner)
  const wanted = { property_id: home, check_in: inDays(60), check_out: inDays(62), adults: 1, inquiry: true }
  const inquiry = (await t.call('POST', '/reservations', wanted, guest)).body.data.reservation_id
  const accept = `/reservations/change-status-reservation-by-proprio/${inquiry}/confirmed`
  expect((await t.call('POST', accept, {}, owner)).status).toBe(200)
  await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
  await collect(t)

  expect((await register(t)).status).toBe(201)
  const [forgetful, moved, renewed, away, careful, helper] = await Promise.all(
    Array.from({ length: 6 }, () => t.user({ locale: 'en' })),
  )
  if (!forgetful || !moved || !renewed || !away || !careful || !helper) throw new Error('nobody is there')
  await t.call('POST', '/password_reset/verify_email', { email: forgetful.email })
  await t.call('PUT', '/user', { email: MOVED_TO, current_password: PASSWORD }, moved)
  await t.drain()
  const [asked] = await t.mails(MOVED_TO)
  await t.call('POST', '/auth/verify-email', { token: linkIn(asked?.text ?? '') })
  const change = { password: 'another horse', password_confirmation: 'another horse', current_password: PASSWORD }
  await t.call('PUT', '/user', change, renewed)
  await login(t, away.email)
  await t.db`update familiar_addresses set address = '192.0.2.1' where user_id = ${away.id}`
  await t.db`update sessions set address = '192.0.2.1' where user_id = ${away.id}`
  await login(t, away.email)
  await enrol(t, careful)
  await invite(t, owner, helper.email)
  await t.call('POST', '/messages', { receiver_id: guest.id, content: 'Bonjour', reservation_id: id }, owner)
  await t.db`update messages set created_at = created_at - interval '6 minutes'`
  await t.db`update pgboss.job set start_after = now() where name = 'messages.mail-unread'`
  await t.drain()
  return [guest, owner, forgetful, away, helper]
}

/** Opens a link as the person of an address, who signs in where the window asks. */
async function follow(page: Page, link: string, reader: TestUser | undefined): Promise<string> {
  const answer = await page.goto(link)
  if (answer === null || answer.status() >= 400) return `${answer?.status()}`
  if ((await page.locator('#window').count()) === 0) return 'a page'
  const heading = page.locator('main[aria-busy=false] h1').first()
  await heading.waitFor()
  if ((await heading.innerText()) === enAccounts.signIn.needed) {
    if (!reader) return 'nobody can sign in'
    await signInAs(page, reader)
    await page.locator('main[aria-busy=false] h1', { hasNotText: enAccounts.signIn.needed }).first().waitFor()
  }
  return (await heading.innerText()) === '404' ? '404' : 'a screen'
}

describe.skipIf(!hasBrowser)('every link of every mail', () => {
  test('leads to something', async ({ t, browser, window }) => {
    const readers = await sendEverything(t)
    const sent = await t.db<{ to: string; template: string }[]>`
      select data ->> 'to' as to, data -> 'content' ->> 'template' as template from pgboss.job
      where name in ('mail.send', 'mail.send-awaited')
      union all select letter ->> 'to', letter -> 'content' ->> 'template' from pgboss.job, jsonb_array_elements(data -> 'all') letter
      where name = 'mail.send-several'`
    const templates = mailTemplate.options.map(({ shape }) => shape.template.value)
    expect([...new Set(sent.map(({ template }) => template))].toSorted()).toEqual(templates.toSorted())
    // The link to the new address has been used.
    const addresses = new Set(sent.map(({ to }) => to).filter((to) => to !== MOVED_TO))
    const mails = await Promise.all([...addresses].map((to) => t.mails(to)))

    const opened = new Map<string, string>()
    const pages = new Map<string, Page>()
    for (const { to, html } of mails.flat()) {
      const reader = readers.find(({ email }) => email === to)
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
      expect(links).not.toEqual([])
      const page = pages.get(to) ?? (await browser.newPage({ locale: 'en-GB' }))
      pages.set(to, page)
      for (const link of links) {
        if (opened.has(link)) continue
        expect(link).toMatch(/^http:\/\/sejour\.test(\/|$)/)
        opened.set(link, await follow(page, link.replace('http://sejour.test', window.url), reader))
      }
    }
    const paths = [...opened].map(([link, outcome]) => {
      const { pathname } = new URL(link)
      return `${pathname.replace(/\/(\d+|(?:\d+\.)?[\w-]{20,}|[0-9a-f-]{36})$/, '/…')}: ${outcome}`
    })
    expect([...new Set(paths)].toSorted()).toEqual([
      '/: a screen',
      '/api/v1/auth/undo-change: a page',
      '/api/v1/auth/verify-email: a page',
      '/api/v1/pay/…: a page',
      '/api/v1/stay/…: a page',
      '/api/v1/unsubscribe: a page',
      '/inbox/…: a screen',
      '/invitations/…: a screen',
      '/stays/…: a screen',
      '/trips/…: a screen',
    ])
  }, 180_000)
})
