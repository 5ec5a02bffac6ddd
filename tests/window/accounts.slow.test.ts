import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { codeIn, login } from '../support/accounts.ts'
import { PASSWORD } from '../support/app.ts'
import { hasBrowser } from '../support/browser.ts'
import { codeOf } from '../support/second-factor.ts'
import { answer, test as base, signInAs } from '../support/window.ts'

const test = base.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ DEMO_FRONTEND: 'true', WEBAUTHN_RP_ID: 'localhost' }),
})

const NEW = 'another horse battery'

const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click()
const done = (page: Page) => page.getByRole('status').getByText(en.saved).waitFor()

describe.skipIf(!hasBrowser)('the window', () => {
  test('makes an account, and marks the field that is refused', async ({ t, window }) => {
    const taken = await t.user()
    const page = await window.open('/trips')
    await page.getByRole('link', { name: enAccounts.register.title }).click()
    await page.getByLabel(enAccounts.profile.firstName).fill('Manon')
    await page.getByLabel(enAccounts.profile.lastName).fill('Petit')
    await page.getByLabel(en.desk.email).fill('manon@example.org')
    await page.getByLabel(enAccounts.register.username).fill(taken.username)
    await page.getByLabel(en.accounts.password).fill('a secret')
    await page.reload()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=first_name]')?.value === 'Manon')
    expect(await page.getByLabel(en.accounts.password).inputValue()).toBe('')
    await page.getByLabel(en.accounts.password).fill(PASSWORD)
    await press(page, enAccounts.register.go)
    await page.waitForFunction(() => document.activeElement?.matches('[name=username][aria-invalid=true]'))
    await page.getByLabel(enAccounts.register.username).fill('manon')
    await press(page, enAccounts.register.go)
    await page.getByRole('status').getByText(enAccounts.register.done).waitFor()
    await page.locator('.menu summary').getByText('Manon').waitFor()
    // It leads back to where somebody was asked who they are.
    expect(new URL(page.url()).pathname).toBe('/trips')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('draft')
    const [user] = await t.db`select username, email from users where username = 'manon'`
    expect(user).toEqual({ username: 'manon', email: 'manon@example.org' })
  })

  test('gives a new password to who has forgotten theirs', async ({ t, window }) => {
    const user = await t.user({ locale: 'en' })
    const page = await window.open('/password-reset')
    await page.getByLabel(en.desk.email).fill(user.email)
    await press(page, enAccounts.reset.send)
    await page.getByLabel(enAccounts.reset.code).waitFor()
    await t.drain()
    await page.getByLabel(enAccounts.reset.code).fill(codeIn((await t.mails(user.email))[0]?.text ?? ''))
    await page.getByLabel(enAccounts.reset.password).fill(NEW)
    await press(page, enAccounts.reset.go)
    await page.getByRole('status').getByText(enAccounts.reset.done).waitFor()
    await page.getByLabel(en.accounts.login).fill(user.email)
    await page.getByLabel(en.accounts.password).fill(NEW)
    await press(page, en.accounts.signIn)
    await page.getByRole('heading', { name: en.trips.title }).waitFor()
  })

  test('changes the profile and the password, and ends other sessions', async ({ t, window }) => {
    const user = await t.user({ locale: 'en' })
    await login(t, user.email)
    const page = await window.open('/profile', user)
    await page.getByLabel(enAccounts.profile.firstName).fill('Grace')
    await press(page, en.desk.save)
    await done(page)
    await page.locator('.menu summary').getByText('Grace').waitFor()

    await page.goto(`${window.url}/security`)
    const others = page.getByRole('button', { name: /^End the session/ })
    await others.waitFor()
    await others.click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await others.click()
    await answer(page)
    await others.waitFor({ state: 'detached' })

    await page.getByLabel(enAccounts.security.current).fill(PASSWORD)
    await page.getByLabel(enAccounts.reset.password).fill(NEW)
    await press(page, enAccounts.reset.go)
    await done(page)
    await page.goto(`${window.url}/profile`)
    await page.getByRole('heading', { name: en.nav.profile }).waitFor()
    expect((await t.call('POST', '/auth/login', { login: user.username, password: NEW })).status).toBe(201)
  })

  test('adds an authenticator and a passkey, and signs in with the passkey', async ({ t, window }) => {
    const user = await t.user({ locale: 'en' })
    const page = await window.open('/security', user)
    // Browsers keep passkeys for names, not for addresses.
    const local = window.url.replace('127.0.0.1', 'localhost')
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, isUserVerified: true },
    })
    await page.goto(`${local}/security`)
    await signInAs(page, user)
    await press(page, enAccounts.security.addTotp)
    const uri = await page.getByRole('link', { name: enAccounts.security.openApp }).getAttribute('href')
    await page.getByLabel(enAccounts.security.sixDigits).fill(codeOf(uri ?? ''))
    await press(page, enAccounts.security.confirm)
    await page.waitForFunction(() => document.activeElement?.matches('.recovery h3'))
    const codes = await page.locator('.recovery li').allInnerTexts()
    expect(codes).toHaveLength(10)

    await page.getByLabel(enAccounts.security.passkeyName).fill('Telephone')
    await press(page, enAccounts.security.addPasskey)
    await answer(page, codes[0])
    await page.getByText('Telephone', { exact: true }).waitFor()

    await page.locator('.menu summary').click()
    await page.getByRole('button', { name: en.accounts.out }).click()
    await page.locator('.head').getByRole('button', { name: en.accounts.signIn }).click()
    await signInAs(page, user)
    await press(page, enAccounts.signIn.passkey)
    await page.locator('.menu summary').waitFor()
  })
})
