import { describe, expect } from 'vitest'
import { test as base, type TestApp } from '../../support/app.ts'

const through = (proxies: string) =>
  base.extend<{ env: Record<string, string> }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
    env: async ({}, use) => use({ TRUST_PROXY: proxies, RATE_LIMIT_PER_MINUTE: '3' }),
  })

const hi = async (t: TestApp, forwarded: string) =>
  (await t.call('GET', '/hi', undefined, { headers: { 'x-forwarded-for': forwarded } })).status

describe('behind proxies', () => {
  through('false')('that nobody named, X-Forwarded-For counts for nothing', async ({ t }) => {
    for (const client of [1, 2, 3]) expect(await hi(t, `203.0.113.${client}`)).toBe(200)
    expect(await hi(t, '203.0.113.4')).toBe(429)
  })

  through('1')('by number: the address that the nearest proxy saw counts, whatever the client wrote', async ({ t }) => {
    for (const invented of [1, 2, 3]) expect(await hi(t, `198.51.100.${invented}, 203.0.113.1`)).toBe(200)
    expect(await hi(t, '198.51.100.4, 203.0.113.1')).toBe(429)
    expect(await hi(t, '198.51.100.4, 203.0.113.1:5123')).toBe(429)
    expect(await hi(t, '::ffff:203.0.113.1')).toBe(429)
    expect(await hi(t, '203.0.113.1, 203.0.113.2')).toBe(200)
  })

  through('loopback, 10.0.0.0/8')('by address: the first that is none of them counts', async ({ t }) => {
    for (const inner of [1, 2, 3]) expect(await hi(t, `198.51.100.${inner}, 203.0.113.1, 10.0.0.${inner}`)).toBe(200)
    expect(await hi(t, '203.0.113.1')).toBe(429)
    expect(await hi(t, '198.51.100.4, 203.0.113.1, 10.9.9.9, 10.0.0.1')).toBe(429)
    expect(await hi(t, '10.0.0.7')).toBe(200)
  })

  const MALFORMED = ['unknown', '999.1.1.1', 'fe80::1%eth0', '::ffff:1.2.3.4%x', '[::1', '1.2.3', "'", '_hidden', 'ä']

  through('2')('what is no address is nobody’s: such requests count for the proxy that sent them', async ({ t }) => {
    const answers = []
    for (const text of MALFORMED) answers.push(await hi(t, `198.51.100.1, ${text}`))
    expect(answers).toEqual(MALFORMED.map((_, index) => (index < 3 ? 200 : 429)))
  })

  through('2').extend({ neighbours: false })('where an address is kept, it is one', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const policy = { type: 'terms', title: 'T', content: 'c', is_mandatory: true, status: 'published' }
    const stored = await t.call('POST', '/policies/store', policy, admin)
    const { status } = await t.call(
      'POST',
      `/user/policies/accept/${stored.body.data.id}`,
      {},
      {
        ...(await t.user()),
        headers: { 'x-forwarded-for': 'unknown' },
      },
    )
    expect(status).toBe(200)
    const [row] = await t.db`select host(ip) as ip from policy_acceptances`
    expect(row?.ip).toBe('127.0.0.1')
  })
})

describe('/dev', () => {
  const at = (t: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
    t.app.inject({ url: '/dev/mailbox', remoteAddress, headers }).then(({ statusCode }) => statusCode)

  const behindProxy = base.extend({ env: { TRUST_PROXY: 'true' } })
  behindProxy('answers this machine only, by the address of the connection', async ({ t }) => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await at(t, address), address).toBe(200)
    for (const address of ['192.168.1.20', '8.8.8.8', '2606:4700::1111', '::ffff:10.0.0.1'])
      expect(await at(t, address), address).toBe(404)
    // Headers that a client can write itself, and those that a proxy or a tunnel on this machine writes.
    expect(await at(t, '8.8.8.8', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect(await at(t, '127.0.0.1', { [name]: '127.0.0.1' }), name).toBe(404)
  })
})
