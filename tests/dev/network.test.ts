import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { startLocally } from '../../src/dev/local.ts'
import { type Standin, startStandin } from '../../src/dev/stripe/server.ts'
import { startApp, test } from '../support/app.ts'
import { scene, stay } from '../support/booking.ts'
import { fastFolder } from '../support/folders.ts'
import { checkout, client } from '../support/stripe.ts'

const SECRETS = { secretKey: 'sk_test', webhookSecret: 'whsec', webhookUrl: () => undefined }

/** Calls a server as another machine would: not from the address that is called. */
const asStranger = (address: string, method = 'GET'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer sk_test' }
    const call = http.request(address, { method, localAddress: '127.0.0.2', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject).end()
  })

describe('the payment stand-in', () => {
  test('shows others on the network its checkout pages, and nothing else', async () => {
    const standin = await startStandin(SECRETS, 0, '0.0.0.0')
    try {
      const session = await client(standin, 'sk_test').checkout.sessions.create(checkout())
      const api = `${standin.url}/v1/checkout/sessions`
      const refused = [api, `${api}/${session.id}`, `${standin.url}/v1/events`, `${standin.url}/`]
      expect(await Promise.all(refused.map((address) => asStranger(address)))).toEqual([404, 404, 404, 404])
      expect(await asStranger(`${api}/${session.id}/expire`, 'POST')).toBe(404)
      expect((await fetch(refused[1] ?? '', { headers: { authorization: 'Bearer sk_test' } })).status).toBe(200)
      const page = session.url ?? ''
      expect([await asStranger(page), await asStranger(`${page}/pay`, 'POST')]).toEqual([200, 303])
    } finally {
      await standin.close()
    }
  })

  test('listens on this machine only where nothing else is said', async () => {
    const standin: Standin = await startStandin(SECRETS)
    try {
      const elsewhere = standin.url.replace('127.0.0.1', '127.0.0.2')
      await expect(asStranger(elsewhere)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      expect(await asStranger(standin.url)).toBe(404)
    } finally {
      await standin.close()
    }
  })
})

describe('the address of a checkout', () => {
  for (const [env, phone] of [
    [{ HOST: '0.0.0.0', DEV_ON_NETWORK: 'true' }, '192.168.1.20'],
    [{}, '127.0.0.1'],
  ] as const) {
    test(`begins with ${phone}, with ${JSON.stringify(env)}`, async () => {
      const folder = mkdtempSync(path.join(fastFolder(), 'sejour-network-'))
      const config = loadConfig({ ...env, NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', DEMO_DATA: 'false' })
      const releases: (() => Promise<void> | void)[] = []
      const local = await startLocally(config, (release) => releases.push(release))
      const { checkoutUrl } = local.standIns
      const t = await startApp({ PUBLIC_URL: '' }, undefined, undefined, { ...(checkoutUrl && { checkoutUrl }) })
      try {
        await local.prepare(t.app, Promise.resolve())
        const { home, guest } = await scene(t)
        const headers = { host: '192.168.1.20:3000' }
        const quote = (await t.call('POST', '/quotes', stay(home), guest)).body.data.quote_id
        const confirm = (host: string) =>
          t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, { ...guest, headers: { host } })
        // The same checkout, opened on this machine before.
        await confirm('localhost:3000')
        const again = await confirm('192.168.1.20:3000')
        const card = await t.call('POST', '/user-payment-methods/setup', {}, { ...guest, headers })
        const addresses = [again.body.data.payment_url, card.body.data.setup_url]
        expect(addresses.map((address) => new URL(address).hostname)).toEqual([phone, phone])
        expect(new URL(addresses[0]).port).toBe(new URL(t.standin.url).port)
      } finally {
        await t.close()
        for (const release of releases) await release()
        rmSync(folder, { recursive: true })
      }
    })
  }
})
