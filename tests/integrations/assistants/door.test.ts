import { describe, expect } from 'vitest'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { assistantOf, BOOKING_SCOPES, tokensOf } from '../../support/assistants.ts'
import { makeKey } from '../../support/keys.ts'

const META = 'io.modelcontextprotocol'
const VERSION = '2026-07-28'
const LOOKING = ['find_homes', 'get_home', 'free_days', 'quote_stay']
const BOOKING = ['hold_stay', 'get_stay', 'change_stay', 'cancel_stay']

async function door(t: TestApp, scopes = BOOKING_SCOPES) {
  const owner = await t.user()
  const key = await makeKey(t, owner, { kind: 'assistant', scopes })
  return { owner, key, ...assistantOf(t, key) }
}

interface Tool {
  name: string
  description: string
  inputSchema: { type: string; properties: Record<string, object>; additionalProperties: boolean }
}

describe('the list of tools', () => {
  test('has less than 1,500 tokens, short names, and bodies that are objects of text, numbers and flags', async ({
    t,
  }) => {
    const { send } = await door(t)
    const { body } = await send('tools/list')
    const tools: Tool[] = body.result.tools
    expect(tools.map(({ name }) => name)).toEqual([...LOOKING, ...BOOKING])
    expect(tokensOf(JSON.stringify(body.result))).toBeLessThan(1_500)
    for (const { name, description, inputSchema, ...rest } of tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/)
      expect(description).not.toBe('')
      expect([inputSchema.type, inputSchema.additionalProperties], name).toEqual(['object', false])
      for (const field of Object.values(inputSchema.properties))
        expect(field, name).toMatchObject({ type: expect.stringMatching(/^(string|number|integer|boolean)$/) })
      expect(JSON.stringify(inputSchema)).not.toMatch(
        /binary|base64|contentEncoding|force_rules|replaces_closure|"pay"/,
      )
      // An answer with one field more than such a schema is refused by clients.
      expect(rest).not.toHaveProperty('outputSchema')
    }
  })

  test('has the second four only for a key with the scopes to book', async ({ t }) => {
    for (const scopes of [[], ['reservations.read', 'payments.read']]) {
      const { send } = await door(t, scopes)
      const { body } = await send('tools/list')
      expect(body.result.tools.map(({ name }: Tool) => name)).toEqual(LOOKING)
      const held = await send('tools/call', { name: 'hold_stay', arguments: {} })
      expect([held.status, held.body.error]).toEqual([200, { code: -32_602, message: 'Unknown tool: hold_stay' }])
    }
  })
})

describe('a key of an assistant', () => {
  test('opens the door and no other operation', async ({ t }) => {
    const { owner, key } = await door(t)
    const home = await t.home(owner)
    const stay = { check_in: inDays(9), check_out: inDays(11), adults: 1, guest: { name: 'Ada' }, pay: 'later' }
    for (const [method, url, body] of [
      ['GET', `/properties/${home}`],
      ['GET', '/properties/search'],
      ['POST', '/quotes', { property_id: home, ...stay }],
      ['POST', `/properties/${home}/reservations`, stay],
      ['GET', '/reservations?as=owner'],
    ] as const) {
      const answer = await t.call(method, url, body, key)
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, 'key_refused'])
    }
  })

  test('is needed: the door is shut until a company makes one, and after it has deleted it', async ({ t }) => {
    const { owner, key, send } = await door(t)
    const ask = (token?: string) =>
      t.call('POST', '//mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, token === undefined ? {} : { token })
    expect((await ask()).status).toBe(401)
    expect((await ask(owner.token)).status).toBe(401)
    for (const kind of ['secret', 'publishable']) {
      const other = await makeKey(t, owner, { kind, scopes: kind === 'secret' ? BOOKING_SCOPES : [] })
      expect((await ask(other.token)).body.code).toBe('key_refused')
    }
    expect((await send('tools/list')).status).toBe(200)
    expect((await t.call('DELETE', `/api-keys/${key.id}`, undefined, owner)).status).toBe(200)
    expect((await send('tools/list')).status).toBe(401)
  })

  test('has no origins: it stands in no page', async ({ t }) => {
    const owner = await t.user()
    const wanted = { name: 'Assistant', kind: 'assistant', origins: ['https://example.com'] }
    const { status, body } = await t.call('POST', '/api-keys', wanted, owner)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['origins']])
  })
})

describe('a client of the present revision', () => {
  const present = (method: string, params: object = {}) => ({
    params: { ...params, _meta: { [`${META}/protocolVersion`]: VERSION, [`${META}/clientCapabilities`]: {} } },
    headers: { 'mcp-protocol-version': VERSION, 'mcp-method': method },
  })

  test('discovers the server, and lists and calls tools without a handshake', async ({ t }) => {
    const { send } = await door(t)
    const ask = (method: string, params: object = {}, more: Record<string, string> = {}) => {
      const said = present(method, params)
      return send(method, said.params, { ...said.headers, ...more })
    }
    const found = await ask('server/discover')
    expect(found.body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining([VERSION]),
    })
    expect((await ask('tools/list')).body.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    const name = `=?base64?${Buffer.from('find_homes').toString('base64')}?=`
    const called = await ask('tools/call', { name: 'find_homes', arguments: {} }, { 'mcp-name': name })
    expect(called.body.result).toMatchObject({
      resultType: 'complete',
      _meta: { [`${META}/serverInfo`]: { name: 'sejour' } },
    })
    const ping = await ask('ping')
    expect([ping.status, ping.body.error.code]).toEqual([404, -32_601])
  })

  test('is refused when headers and body differ, and told the revisions that there are', async ({ t }) => {
    const { send } = await door(t)
    const { params, headers } = present('tools/call', { name: 'find_homes', arguments: {} })
    const named = { ...headers, 'mcp-name': 'find_homes' }
    const wrong: [params: object, headers: Record<string, string>, code: number][] = [
      [params, headers, -32_020],
      [params, { ...named, 'mcp-name': 'get_home' }, -32_020],
      [params, { ...named, 'mcp-method': 'tools/list' }, -32_020],
      [params, { ...named, 'mcp-protocol-version': '2025-11-25' }, -32_020],
      [{ ...params, _meta: {} }, named, -32_602],
      [{ ...params, _meta: { [`${META}/protocolVersion`]: VERSION } }, named, -32_602],
      [{ ...params, _meta: undefined }, { 'mcp-protocol-version': '1900-01-01' }, -32_022],
    ]
    for (const [given, by, code] of wrong) {
      const { status, body } = await send('tools/call', given, by)
      expect([status, body.id, body.error.code]).toEqual([400, 1, code])
      if (code === -32_022) expect(body.error.data).toMatchObject({ supported: expect.arrayContaining([VERSION]) })
    }
  })

  test('that can open addresses is sent to the payment, and gets the handle when it comes back', async ({ t }) => {
    const { owner, send, call } = await door(t)
    const home = await t.home(owner)
    const { said } = await call('quote_stay', { home, check_in: inDays(9), check_out: inDays(11) })
    const args = { quote: said.quote, name: 'Ada Lovelace', email: 'ada@assistant.example' }
    const asked = present('tools/call', { name: 'hold_stay', arguments: args })
    const _meta = { ...asked.params._meta, [`${META}/clientCapabilities`]: { elicitation: { url: {} } } }
    const ask = (more: object = {}) =>
      send('tools/call', { ...asked.params, _meta, ...more }, { ...asked.headers, 'mcp-name': 'hold_stay' })
    const { result } = (await ask()).body
    const url = expect.stringContaining('/pay/')
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { payment: { method: 'elicitation/create', params: { mode: 'url', url } } },
    })
    const held = (await ask({ inputResponses: { payment: { action: 'accept' } } })).body.result
    expect(JSON.parse(held.content[0].text)).toMatchObject({ status: 'pending', payment_url: url })
  })
})

describe('a client of an earlier revision', () => {
  test('begins with a handshake that keeps nothing', async ({ t }) => {
    const { key, send } = await door(t)
    const { body, headers } = await send('initialize', { protocolVersion: '2025-06-18', capabilities: {} })
    expect(body.result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'sejour' },
    })
    expect(headers).not.toHaveProperty('mcp-session-id')
    expect((await send('initialize', { protocolVersion: '1900-01-01' })).body.result.protocolVersion).toBe('2025-11-25')
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const told = await t.call('POST', '//mcp', note, key)
    expect([told.status, told.body]).toEqual([202, ''])
    expect((await send('ping')).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect((await send('resources/list')).body.error.code).toBe(-32_601)
    expect((await t.call('GET', '//mcp', undefined, key)).status).toBe(405)
  })

  test('is refused when its page or its message is none that belongs here', async ({ t }) => {
    const { key, send } = await door(t)
    expect((await send('tools/list', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send('tools/list', {}, { origin: 'http://sejour.test' })).status).toBe(200)
    for (const wrong of [
      [],
      {},
      { jsonrpc: '2.0', id: null, method: 'ping' },
      'ping',
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const { status } = await t.call('POST', '//mcp', JSON.stringify(wrong), {
        ...key,
        headers: { 'content-type': 'application/json' },
      })
      expect([wrong, status]).toEqual([wrong, 400])
    }
    for (const given of [null, 7, [], 'home']) {
      const { body } = await send('tools/call', { name: 'get_home', arguments: given })
      expect([given, body.result.isError]).toEqual([given, true])
    }
  })
})
