import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { test as base, inDays, type TestApp } from '../support/app.ts'

const BROWSER = { headers: { accept: 'text/html' } }
const test = base.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ DEMO_FRONTEND: 'true' }),
})

/** Reads the content of a page before its script runs. */
async function painted(t: TestApp, url: string): Promise<string> {
  const answer = await t.app.inject({ url, headers: { ...BROWSER.headers, host: 'homes.example' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return /<div id="window">(.*)<\/div>\n?<script/s.exec(answer.body)?.[1] ?? ''
}

describe('the first paint', () => {
  test('of the search has homes with their prices of the stay that is asked for, and links to them', async ({ t }) => {
    const owner = await t.user()
    const title = '<b>Cabanon</b> & "vue"'
    const home = await t.home(owner, { title, base_price: 100, max_guests: 9 })
    const stay = `check_in=${inDays(30)}&check_out=${inDays(32)}`
    const page = await painted(t, `/?${stay}&adults=9&q=Cabanon`)
    expect(page).toContain('&lt;b&gt;Cabanon&lt;/b&gt; &amp; &quot;vue&quot;')
    expect(page).not.toContain('<b>Cabanon')
    expect(page).toContain(`/homes/${home}?${stay.replace('&', '&amp;')}`)
    expect(page).toContain('aria-busy="true"')
  })

  test('of a later page has no homes of the one before', async ({ t }) => {
    const owner = await t.user()
    for (let count = 0; count < 14; count++) await t.home(owner, { title: `Cabanon ${count}` })
    const cards = async (query: string) => [...(await painted(t, `/?q=Cabanon&${query}`)).matchAll(/card home/g)].length
    expect([await cards('page=1'), await cards('page=2')]).toEqual([12, 0])
  })

  test('of a home has its title and words, and nothing of a draft', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner, { title: 'Au lac', description: 'Une maison <calme>.' })
    const page = await painted(t, `/homes/${home}`)
    expect(page).toContain('<h1>Au lac</h1>')
    expect(page).toContain('Une maison &lt;calme&gt;.')
    await t.db`update properties set status = 'draft' where id = ${home}`
    expect(await painted(t, `/homes/${home}`)).toBe('')
  })

  test('is empty where the address is none, the query is refused, or the screen is somebody’s own', async ({ t }) => {
    const urls = ['/homes/7', '/?check_in=yesterday', '/?favorites=true', '/trips', `/homes/${crypto.randomUUID()}`]
    for (const url of urls) expect([url, await painted(t, url)]).toEqual([url, ''])
  })

  test('is compressed', async ({ t }) => {
    for (const encoding of ['br', 'gzip']) {
      const answer = await t.app.inject({ url: '/', headers: { ...BROWSER.headers, 'accept-encoding': encoding } })
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        encoding,
        expect.stringContaining('Accept-Encoding'),
      ])
    }
  })
})

test('a program without a host gets its page all the same', async ({ t }) => {
  const { url } = await t.listen()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('GET / HTTP/1.0\r\nAccept: text/html\r\n\r\n')
  const [first] = await once(socket, 'data')
  socket.destroy()
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 /)
})
