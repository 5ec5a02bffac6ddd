import { expect } from 'vitest'
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
  ...['createPolicy', 'updatePolicy', 'createProperty', 'updateProperty', 'updateHomeArrival'],
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
