import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { isPublicAddress } from '../../../src/platform/outbound/addresses.ts'
import { guardedHttp } from '../../../src/platform/outbound/guarded.ts'
import { test } from '../../support/app.ts'
import { addFeed } from '../../support/feeds.ts'

const PRIVATE = {
  'IPv4 of this machine and its networks': [
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
  ],
  'IPv4 that nobody has': ['100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  'octal, hexadecimal, short and whole spellings of IPv4': [
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '127.1',
    '2130706433',
  ],
  'IPv6 of this machine and its networks': ['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1'],
  'mapped IPv4': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '0:0:0:0:0:ffff:c0a8:101'],
  'compatible IPv4, deprecated': ['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::a00:1', '::8.8.8.8', '::808:808'],
  'translated IPv4': ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'IPv6 that nobody has': [
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'e000::1',
    '2001:2::1',
    '2001:10::1',
  ],
} as const
const PUBLIC = ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4007:80e::200e', '2001:4860:4860::8888']

describe('addresses that users name', () => {
  test.for(Object.entries(PRIVATE))('%s are refused outright, and by a name', async ([, addresses], { t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const outbound = guardedHttp()
    for (const address of addresses) {
      const url = address.includes(':') ? `http://[${address}]/x.ics` : `http://${address}/x.ics`
      const { status, body } = await addFeed(t, owner, home, url)
      expect([status, Object.keys(body.data)], url).toEqual([400, ['url']])
      await expect(outbound.get(url), url).rejects.toMatchObject({ code: 'private_address' })
      await expect(outbound.post(url, '', {}), url).rejects.toMatchObject({ code: 'private_address' })
      expect(isPublicAddress(address), address).toBe(false)
    }
    await outbound.close()
  })

  test('are read where they are global unicast; a zone, a trailing dot and a name change nothing', async () => {
    const outbound = guardedHttp()
    for (const address of PUBLIC) {
      expect(isPublicAddress(address), address).toBe(true)
      const host = address.includes(':') ? `[${address}]` : address
      for (const scheme of ['http', 'https']) expect(outbound.refuses(new URL(`${scheme}://${host}/`))).toBe(false)
    }
    for (const zoned of ['fe80::1%eth0', '::1%lo', '2606:4700::1111%eth0', 'nonsense', ''])
      expect(isPublicAddress(zoned), zoned).toBe(false)
    for (const url of ['http://127.0.0.1./', 'http://0x7f.1./', 'http://localhost/', 'http://LOCALHOST:1/'])
      await expect(outbound.get(url), url).rejects.toMatchObject({ code: 'private_address' })
    await outbound.close()
  })

  test('are posted to: the status comes back whatever it is, a redirect is not followed, an endless answer not read', async () => {
    const closed = Promise.withResolvers<void>()
    const server = createServer((request, response) => {
      if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end()
      response.writeHead(request.url === '/refused' ? 422 : 200)
      if (request.url !== '/endless') return request.pipe(response)
      response.write('x'.repeat(3 * 1024 * 1024))
      response.on('close', () => closed.resolve())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outbound = guardedHttp({ allowedHosts: [`127.0.0.1:${port}`] })
    const post = (path: string) => outbound.post(`http://127.0.0.1:${port}${path}`, '{"a":1}', { 'x-test': 'yes' })
    expect(await post('/')).toBe(200)
    expect(await post('/refused')).toBe(422)
    expect(await post('/moved')).toBe(302)
    expect(await post('/endless')).toBe(200)
    await closed.promise
    server.close()
    await expect(post('/')).rejects.toMatchObject({ code: 'unreachable' })
    await outbound.close()
  })
})
