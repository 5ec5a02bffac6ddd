import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { documentSchema, nameOf, type OpenApiDocument } from '../../../src/platform/openapi/document.ts'
import { type TestApp, test } from '../../support/app.ts'

const ask = (t: TestApp, url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers: { host: 'sejour.test', ...headers } })

const read = async (t: TestApp) => (await ask(t, '/docs')).body

const decoded = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const textOf = (html: string): string => decoded(html.replaceAll(/<[^>]+>/g, ''))

/** The part of the page about each operation and component, by its id. */
function itemsOf(page: string): Map<string, string> {
  const items = page.split('<details class="item"').slice(1)
  return new Map(items.map((item) => [/<div class="body" id="([^"]+)"/.exec(item)?.[1] ?? '', item]))
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

describe('/docs', () => {
  test('has each operation with what the document says of it', async ({ t }) => {
    const document = documentSchema.parse(t.app.swagger())
    const items = itemsOf(await read(t))
    const operations = operationsOf(document)
    expect(operations.length).toBeGreaterThan(60)
    for (const {
      path,
      method,
      operationId = '',
      summary = '',
      parameters = [],
      requestBody,
      responses,
    } of operations) {
      const item = items.get(operationId) ?? ''
      const text = textOf(item)
      expect(text, operationId).toContain(`${method.toUpperCase()} ${path}`)
      expect(text, operationId).toContain(summary.replaceAll('`', ''))
      for (const { name, description } of parameters) {
        expect(item, operationId).toContain(`<code class="name">${name}</code>`)
        expect(text, operationId).toContain(description?.replaceAll('`', '') ?? '')
      }
      // Codes of refusals are listed, below.
      const successes = Object.entries(responses).flatMap(([status, response]) =>
        Number(status) < 400 ? [response] : [],
      )
      const contents = [requestBody, ...successes].flatMap((part) => Object.values(part?.content ?? {}))
      for (const { schema } of contents.filter(({ example }) => example !== undefined)) {
        for (const name of Object.keys(schema?.properties ?? {})) expect(item, operationId).toContain(`>${name}</code>`)
      }
      for (const [status, response] of Object.entries(responses)) {
        expect(text, operationId).toContain(status)
        const shared = document.components.responses?.[nameOf(response.$ref)] ?? response
        if (Number(status) < 400) continue
        for (const [code] of JSON.stringify(shared).matchAll(/"enum":\[[^\]]*\]/g))
          for (const [, name] of code.matchAll(/"([a-z_]+)"[,\]]/g))
            expect(text, `${operationId} ${status}`).toContain(name)
      }
      expect(item, operationId).toContain(`curl -X ${method.toUpperCase()} &#39;http://sejour.test/`)
      expect(item, operationId).toContain(`data-method="${method.toUpperCase()}" data-path="${path}"`)
    }
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      const item = items.get(`schema-${name}`) ?? ''
      for (const field of Object.keys(properties)) expect(item, name).toContain(`<code class="name">${field}</code>`)
    }
    // A nested field, its values, a format, null, and a link to a component.
    const { listNotifications, schema } = {
      listNotifications: items.get('listNotifications'),
      schema: items.get('schema-StayNotification'),
    }
    expect(textOf(items.get('schema-StayNotificationType') ?? '')).toMatch(/text.*reservation_confirmed/s)
    expect(listNotifications).toContain('list of <a href="#schema-Notification">Notification</a>')
    expect(textOf(listNotifications ?? '')).toMatch(/data list of Notification.*meta UnreadPageMeta/s)
    expect(textOf(schema ?? '')).toMatch(/type StayNotificationType.*read_at text \(date-time\) or null/s)
  })

  test('begins with a guide, and its links lead somewhere', async ({ t }) => {
    const page = await read(t)
    expect(textOf(page.slice(page.indexOf('<main'), page.indexOf('<details class="item"')))).toMatch(
      /First steps.*Sign in.*Search.*Hold the nights.*Pay.*errors.*Sessions.*Real time/s,
    )
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const links = new Set([...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link))
    expect(links.size).toBeGreaterThan(100)
    for (const link of links) {
      if (link.startsWith('#')) expect(ids).toContain(link.slice(1))
      else expect((await ask(t, link)).statusCode, link).toBe(200)
    }
  })

  test('loads and runs nothing but its own files', async ({ t }) => {
    const { headers, body } = await ask(t, '/docs')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/)
    expect(body).not.toMatch(/<style|<script(?! src="\/docs\/page\.js" defer><\/script>)| style=| on[a-z]+=/)
    for (const name of ['page.css', 'page.js']) {
      expect((await ask(t, `/docs/${name}`)).body, name).not.toMatch(/https?:\/\/|@import|innerHTML|eval\(/)
    }
  })

  test('is sent compressed, below 300 kB with its files, and once', async ({ t }) => {
    const plain = await ask(t, '/docs')
    expect(plain.headers['content-encoding']).toBeUndefined()
    let sum = 0
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await ask(t, '/docs', { 'accept-encoding': encoding })
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding])
      expect(answer.headers.vary).toContain('accept-encoding')
      expect(decode(answer.rawPayload).toString()).toBe(plain.body)
      sum = Math.max(sum, answer.rawPayload.length)
      const again = await ask(t, '/docs', { 'accept-encoding': encoding, 'if-none-match': String(answer.headers.etag) })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    }
    for (const name of ['page.css', 'page.js', 'mark.svg'])
      sum += (await ask(t, `/docs/${name}`, { 'accept-encoding': 'gzip' })).rawPayload.length
    expect(sum).toBeGreaterThan(10_000)
    expect(sum).toBeLessThan(300_000)
    const other = await ask(t, '/docs', { 'accept-encoding': 'br;q=0, deflate' })
    expect(other.headers['content-encoding']).toBeUndefined()
  })
})
