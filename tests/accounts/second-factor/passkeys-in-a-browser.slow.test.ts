import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { login } from '../../support/accounts.ts'
import { test as base } from '../../support/app.ts'
import { hasBrowser, openBrowser } from '../../support/browser.ts'
import { optionsOf } from '../../support/passkeys.ts'

/** Pages without anything in them, on any host of this machine. */
const pages = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>A front end</title>'),
)
let browser: Browser
let own = ''

beforeAll(async () => {
  if (!hasBrowser) return
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const address = pages.address()
  own = `http://app.localhost:${typeof address === 'object' && address ? address.port : 0}`
  browser = await openBrowser()
})

afterAll(async () => {
  if (!hasBrowser) return
  await browser.close()
  pages.close()
})

const test = base.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ WEBAUTHN_RP_ID: 'app.localhost', WEBAUTHN_ORIGINS: own }),
})

/** A page whose browser has an authenticator. */
async function openPage(url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, isUserVerified: true },
  })
  return page
}

/** Calls of a front end with options (docs/front-ends.md). */
const create = (page: Page, options: object) =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON)
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
  }, options)
const get = (page: Page, options: object) =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON)
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
  }, options)

describe.skipIf(!hasBrowser)('in a browser', () => {
  test('a passkey is made, signs in and shows who takes it away; what another page has asked for is refused', async ({
    t,
  }) => {
    const other = own.replace('app.', 'other.app.')
    const stranger = own.replace('app.', 'evil.')
    const before = await t.user({ role: 'owner' })
    const register = (passkey: unknown) =>
      t.call('POST', '/auth/second-factor/passkeys', { name: '  Chromium ', passkey }, before)
    const options = await optionsOf(t, 'registration', before)
    await expect(create(await openPage(stranger), options)).rejects.toThrow('SecurityError')
    expect((await register(await create(await openPage(other), options))).body.code).toBe('wrong_passkey')

    const page = await openPage(own)
    const added = await register(await create(page, options))
    expect([added.status, added.body.data.passkey.name]).toEqual([201, 'Chromium'])
    const user = { ...before, token: String(added.body.data.token) }
    const proof = { passkey: await get(page, await optionsOf(t, 'proof', user)) }
    const further = await optionsOf(t, 'registration', user, { proof })
    await expect(create(page, further)).rejects.toThrow('InvalidStateError')

    const { challenge } = (await login(t, user.email)).body.second_factor
    const asked = (await t.call('POST', '/auth/second-factor/passkey-options', { challenge })).body.data
    const complete = async () => t.call('POST', '/auth/second-factor', { challenge, passkey: await get(page, asked) })
    await page.goto(other)
    expect((await complete()).body.code).toBe('wrong_passkey')
    await page.goto(own)
    const signedIn = await complete()
    expect([signedIn.status, signedIn.body.data.role]).toEqual([201, 'owner'])

    const last = { passkey: await get(page, await optionsOf(t, 'proof', user)) }
    const path = `/auth/second-factor/passkeys/${added.body.data.passkey.id}`
    expect((await t.call('DELETE', path, last, user)).status).toBe(200)
    expect((await login(t, user.email)).status).toBe(201)
  })
})
