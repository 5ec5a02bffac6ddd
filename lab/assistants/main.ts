/**
 * `npm run play:assistants -- <address of a running copy with demo data>`: plays the wish "a home in Lyon for two adults and a child, three
 * nights" with the SDKs of both generations of the Model Context Protocol, which it installs in a temporary folder.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const SDKS = { earlier: '@modelcontextprotocol/sdk@1.32.2', present: '@modelcontextprotocol/client@2.4.0' }
const DAY_MS = 86_400_000

/** The part of both SDKs that is used. */
interface Client {
  connect(transport: object): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{ isError?: boolean; content: { text: string }[] }>
  getNegotiatedProtocolVersion?(): string | undefined
  close(): Promise<void>
}
interface Sdk {
  Client: new (self: { name: string; version: string }, options?: object) => Client
  StreamableHTTPClientTransport: new (url: URL, options: object) => object
}

const base = process.argv[2] ?? 'http://127.0.0.1:3000'

async function post<T>(route: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${base}/api/v1${route}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const expect = (is: boolean, what: string): void => {
  if (!is) throw new Error(`expected ${what}`)
}

async function wish(
  name: string,
  { Client, StreamableHTTPClientTransport }: Sdk,
  key: string,
  first: number,
): Promise<void> {
  const options = name === 'present' ? { versionNegotiation: { mode: 'auto' } } : {}
  const client = new Client({ name: 'sejour-lab', version: '1' }, options)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', base), { requestInit }))
  console.log(`${name}: ${client.getNegotiatedProtocolVersion?.() ?? 'with a handshake'}`)
  const { tools } = await client.listTools()
  expect(tools.length === 8, `eight tools, not ${tools.length}`)
  let bytes = 0
  const call = async (tool: string, args: object) => {
    const { isError, content } = await client.callTool({ name: tool, arguments: args })
    const text = content[0]?.text ?? ''
    bytes += text.length
    console.log(`${name} ${tool}${isError ? ' refused' : ''}: ${text.slice(0, 160)}`)
    expect(!isError, `an answer of ${tool}`)
    return JSON.parse(text)
  }
  const day = (count: number) => new Date(Date.now() + (first + count) * DAY_MS).toISOString().slice(0, 10)
  const stay = { check_in: day(0), check_out: day(3), adults: 2, children: 1 }
  const { homes } = await call('find_homes', { place: 'Lyon', ...stay })
  const { home } = homes[0]
  await call('get_home', { home })
  await call('free_days', { home })
  const { quote, total } = await call('quote_stay', { home, ...stay })
  expect(total === homes[0].total, 'the total of the search')
  const { handle } = await call('hold_stay', { quote, name: 'Ada Lovelace', email: 'ada@assistant.example' })
  expect((await call('get_stay', { handle })).status === 'pending', 'a stay that is held')
  console.log(`${name}: ${bytes} bytes of answers`)
  await client.close()
}

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-mcp-'))
try {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...Object.values(SDKS)], {
    stdio: 'ignore',
  })
  const load = async (...names: string[]): Promise<Sdk> => {
    const { resolve } = createRequire(path.join(folder, 'package.json'))
    const parts = await Promise.all(names.map((one) => import(pathToFileURL(resolve(one)).href)))
    return Object.assign({}, ...parts)
  }
  const { token } = await post<{ token: string }>('/auth/login', {
    login: 'martin@demo.sejour',
    password: 'demo-sejour',
  })
  const scopes = ['reservations.read', 'reservations.write', 'payments.read']
  const { key } = await post<{ key: string }>('/api-keys', { name: 'Assistants', kind: 'assistant', scopes }, token)
  const sdk = '@modelcontextprotocol/sdk/client'
  await wish('earlier', await load(`${sdk}/index.js`, `${sdk}/streamableHttp.js`), key, 60)
  await wish('present', await load('@modelcontextprotocol/client'), key, 70)
} finally {
  rmSync(folder, { recursive: true })
}
