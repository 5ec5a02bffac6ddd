import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { describe, expect, inject } from 'vitest'
import { loadConfig } from '../../../src/config.ts'
import { loggedPath, secretPattern } from '../../../src/platform/plugins/logged-path.ts'
import { secretParams } from '../../../src/platform/plugins/secret-params.ts'
import { alone, test } from '../../support/app.ts'
import { findLeaks } from '../../support/logs.ts'
import { reserved } from '../../support/payments.ts'

const HOME = '/api/v1/calendars/properties/01980000-0000-7000-8000-000000000000'
const WORDS = secretPattern(['ical', 'pay', 'invoices'])
const SECRET = '4f9b3f4e-3a60-4c6b-9b56-0d3a5c6f0a11'

describe('the path in a log', () => {
  test.for([
    `ical/${SECRET}.ics`,
    `ical/${SECRET}%2eics`,
    `ical/${SECRET}.%69cs`,
    `%69cal/${SECRET}.ics`,
    `%2569cal/${SECRET}.ics`,
    `%25252569cal/${SECRET}.ics`,
    `ICAL/${SECRET}.ICS`,
    `ical/${SECRET}.ics/`,
    `ical/${SECRET}`,
    `ical%2f${SECRET}.ics`,
    `ical%2F${SECRET}%zz`,
    `ical//${SECRET}.ics`,
    `ical/%0a${SECRET}.ics`,
    `ical/${SECRET}.ics?except=1`,
    `ical%3ftoken=${SECRET}`,
  ])('hides the secret of %s', (spelling) => {
    const logged = loggedPath(`${HOME}/${spelling}`, WORDS)
    expect(logged).not.toContain(SECRET)
    expect(logged.startsWith(HOME)).toBe(true)
  })

  test('leaves out queries, also with an escaped question mark, and keeps the rest as it was sent', () => {
    expect(loggedPath(`/api/v1/auth/verify-email?token=${SECRET}`, WORDS)).toBe('/api/v1/auth/verify-email')
    expect(loggedPath(`/api/v1/auth/verify-email%3Ftoken=${SECRET}`, WORDS)).toBe('/api/v1/auth/verify-email')
    expect(loggedPath(`/api/v1/api-keys/sj_live_${SECRET}`, WORDS)).toBe('/api/v1/api-keys/sj_live_…')
    // People lose the question mark.
    expect(loggedPath(`/api/v1/unsubscribe;key=${SECRET}`, WORDS)).toBe('/api/v1/unsubscribe')
    expect(loggedPath(`/api/v1/messages/attachments/1&signature=${SECRET}`, WORDS)).toBe(
      '/api/v1/messages/attachments/1',
    )
    expect(loggedPath('/api/v1/cities/%C3%A9%zz', WORDS)).toBe('/api/v1/cities/%C3%A9%zz')
  })
})

describe('the log', () => {
  alone('has no secret of an address, spelt as it is or not', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    await t.deliver(t.pay(url))
    const document = await t.call('POST', `//reservations/${id}/invoice`, undefined, guest)
    const invoice = new URL(document.body.data.invoice_url).pathname
    const [payment] = await t.db<{ key: string }[]>`select key from payments`
    const key = payment?.key ?? ''
    const pay = `/api/v1/pay/${key}`
    const unsubscribe = `/api/v1/unsubscribe?key=${SECRET}&list=notifications`
    const wrong = [
      `${invoice}/`,
      `${invoice},`,
      `${pay}/x`,
      pay.replace('pay', 'PAY'),
      `${pay}%2f`,
      unsubscribe.replace('?', ';'),
    ]
    for (const address of [invoice, `${invoice}.pdf`, pay, unsubscribe, ...wrong]) {
      await t.call('GET', `/${address}`)
      await t.call('DELETE', `/${address}`)
    }
    const log = readFileSync(path.join(inject('logFolder'), `log-${process.env.VITEST_POOL_ID ?? '0'}`), 'utf8')
    expect(log).toContain('"url":"/api/v1/pay/…"')
    expect(log).toContain('"url":"/api/v1/invoices/….pdf"')
    expect(log).toContain(`"url":"/reservations/${id}/invoice"`)
    for (const secret of [key, invoice.split('/').at(-1) ?? '', SECRET]) expect(log).not.toContain(secret)
    expect(findLeaks(inject('logFolder')).filter((line) => !line.includes('planted'))).toEqual([])
  })

  test('is known for every parameter that is called a key or a token', async () => {
    const app = Fastify()
    const { frontendPaths } = loadConfig({ NODE_ENV: 'test' })
    await app.register(secretParams, { config: { frontendPaths } })
    const answer = async () => ''
    expect(() => app.get('/links/:token', answer)).toThrow('declare secretParams')
    expect(() => app.get('/links/:key.pdf', answer)).toThrow('declare secretParams')
    app.get('/apps/:key', { config: { secretParams: [] } }, answer)
    app.get('/links/:code', { config: { secretParams: ['code'] } }, answer)
    expect(app.secretPattern).toEqual(secretPattern(['invitations', 'links']))
    await app.close()
  })
})
