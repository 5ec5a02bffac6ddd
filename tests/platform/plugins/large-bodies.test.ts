import { connect, type Socket } from 'node:net'
import { expect, vi } from 'vitest'
import { BODY_BYTES } from '../../../src/platform/http/bodies.ts'
import { type Answer, alone } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { PASSKEYS } from '../../support/passkeys.ts'

const MOST_FIELDS = 20
const MOST_BYTES = 4_096
/** The values that a body of the usual size may have. */
const VALUES = BODY_BYTES / 32

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"unknown_${index}":0`).join()}}`
const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

type Operations = Record<
  string,
  Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } }>
>
interface Schema {
  properties?: Record<string, unknown>
}

const behindProxy = alone.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ TRUST_PROXY: '1', ...PASSKEYS }),
})

/** Operations that take larger bodies: texts in several languages, long lists of people, and events of the provider. */
const LARGER = [
  ...[
    'createPolicy',
    'updatePolicy',
    'createProperty',
    'updateProperty',
    'updateHomeArrival',
    'updateCompanyContract',
    'updateContract',
  ],
  ...['createMessageTemplate', 'updateMessageTemplate', 'setTravellers', 'setTravellersByLink'],
  'receiveStripeEvent',
]

behindProxy(
  'every operation bounds the size, the values and the depth of a body, and what it answers',
  async ({ t }) => {
    const { home } = await scene(t)
    const admin = await t.user({ role: 'admin' })
    const { token } = admin
    const paths: Operations = (await t.call('GET', '//openapi.json')).body.paths
    let requests = 0
    const larger: string[] = []
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.schema
        if (schema === undefined || operationId === 'deleteAccount') continue
        const send = async (body: string): Promise<Answer> => {
          const address = `10.1.${requests >> 8}.${requests++ & 255}`
          const url = `/${path.replace(/\{property_?[iI]d\}/, home).replace(/\{\w+\}/g, '1')}`
          const answer = await t.call(method.toUpperCase(), url, body, {
            token,
            headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
          })
          const about = `${operationId} ${body.slice(0, 60)} ${JSON.stringify(answer.body).slice(0, 300)}`
          expect(answer.status, about).toBeLessThan(500)
          if (answer.status >= 400) {
            expect(JSON.stringify(answer.body).length, about).toBeLessThanOrEqual(MOST_BYTES)
            expect(Object.keys(answer.body.errors ?? {}).length, about).toBeLessThanOrEqual(MOST_FIELDS)
          }
          return answer
        }
        const refused = ({ status, body }: Answer) => [status, body.data?.unit]

        const fields = Object.keys(schema.properties ?? {})
        await send(keys(VALUES - 100))
        await send(`{"${'x'.repeat(BODY_BYTES - 100)}":0}`)
        const items = `[${'{},'.repeat(Math.floor((VALUES - 100) / Math.max(1, fields.length) / 2))}{}]`
        await send(`{${fields.map((field) => `"${field}":${items}`).join()}}`)
        const first = await send(`{"a":"${'x'.repeat(BODY_BYTES)}"}`)
        // A secret is asked for before anything is read.
        if (first.status === 401) continue
        // The refusals of /auth/refresh are of their own.
        if (first.status === 413) expect(first.body.data?.unit ?? 'bytes', operationId).toBe('bytes')
        else larger.push(operationId)
        if (operationId.startsWith('receive')) continue
        if (first.status === 413) expect(refused(await send(keys(VALUES + 1)))).toEqual([413, 'values'])
        expect(refused(await send(nested(33))), operationId).toEqual([413, 'levels'])
      }
    expect(larger.toSorted()).toEqual(LARGER.toSorted())
    expect(larger.length).toBeLessThanOrEqual(20)
  },
  120_000,
)

/** Sends the head of a request with a large body, and its first bytes. */
function begin(at: { host: string; port: number }, head: string[]): { socket: Socket; answer(): string } {
  const socket = connect(at)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  socket.on('error', () => undefined)
  socket.write(`${head.join('\r\n')}\r\n\r\n--x`)
  return { socket, answer: () => text }
}

behindProxy(
  'large bodies of one caller are limited before they are read, at every operation',
  async ({ t }) => {
    const { home } = await scene(t)
    const { token } = await t.user({ role: 'admin' })
    const paths: Operations = (await t.call('GET', '//openapi.json')).body.paths
    const { host, port } = await t.listen()
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
        const types = Object.keys(requestBody?.content ?? {})
        const isLarge = types.some((type) => type === 'multipart/form-data' || type === 'text/csv')
        if (!isLarge && !LARGER.includes(operationId)) continue
        const url = path.replace(/\{property_?[iI]d\}/, home).replace(/\{\w+\}/g, '1')
        const type = types.at(-1) === 'multipart/form-data' ? 'multipart/form-data; boundary=x' : types.at(-1)
        const head = [
          ...[`${method.toUpperCase()} ${url} HTTP/1.1`, 'host: localhost', 'content-length: 200000'],
          ...[`content-type: ${type}`, `authorization: Bearer ${token}`],
        ]
        const open = Array.from({ length: 9 }, () => begin({ host, port }, head))
        const answered = () => open.flatMap(({ answer }) => /^HTTP\/1.1 (\d+)/.exec(answer())?.[1] ?? [])
        await vi.waitFor(() => expect(answered().length, operationId).toBeGreaterThanOrEqual(3), { timeout: 10_000 })
        for (const status of answered())
          expect(['401', '403', '404', '413', '429', '503'], operationId).toContain(status)
        for (const { socket } of open) socket.destroy()
      }
  },
  120_000,
)

behindProxy('strangers who begin many uploads leave accounts and the payment provider their places', async ({ t }) => {
  const { token } = await t.user()
  const at = await t.listen()
  const strangers = Array.from({ length: 20 }, (_, index) =>
    begin(at, [
      ...['POST /api/v1/auth/register HTTP/1.1', 'host: localhost', 'content-length: 4000000'],
      ...['content-type: multipart/form-data; boundary=x', `x-forwarded-for: 10.2.0.${index}`],
    ]),
  )
  await vi.waitFor(() => expect(strangers.filter(({ answer }) => answer().includes(' 503 ')).length).toBe(4), 10_000)
  const form = new FormData()
  form.set('job', 'x')
  form.set('location', 'y')
  form.set('avatar', new Blob([new Uint8Array(200_000)]), 'a.png')
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.2.0.99' }
  const own = await fetch(`${at.url}/api/v1/user`, { method: 'PUT', body: form, headers })
  expect(own.status).toBe(400)
  const event = JSON.stringify({ id: 'evt_1', type: 'x', data: 'x'.repeat(150_000) })
  expect((await t.call('POST', '/stripe/webhook', event)).body.code).toBe('bad_signature')
  for (const { socket } of strangers) socket.destroy()
})
