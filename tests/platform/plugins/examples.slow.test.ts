import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import pLimit from 'p-limit'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { PROVIDERS } from '../../../src/accounts/auth/providers.ts'
import { fileOf, SMALL_WIDTH } from '../../../src/dev/demo/pictures.ts'
import { fillProvider } from '../../../src/dev/demo/provider.ts'
import { seedDemo } from '../../../src/dev/demo/seed.ts'
import { documentSchema, type Operation } from '../../../src/platform/openapi/document.ts'
import { HEADERS } from '../../../src/platform/openapi/headers.ts'
import { type Answer, startApp, type TestApp } from '../../support/app.ts'
import { cloneTemplate, type TestDatabase } from '../../support/database.ts'
import { addDemoCities } from '../../support/demo-cities.ts'
import { effects, withEffects } from '../../support/effects.ts'

/** Operations that cannot be tried in a demo, and why. */
const NOT_TRIED: Record<string, string> = {
  deleteAccount: 'erasure: Camille has stays to come, and would be gone',
  verifyEmail: 'a secret that is mailed',
  verifyEmailByLink: 'a secret that is mailed',
  verifyPasswordResetCode: 'a secret that is mailed',
  resetPassword: 'a secret that is mailed',
  previewUndo: 'a secret that is mailed',
  undoChange: 'a secret that is mailed',
  ...Object.fromEntries(
    Object.values(PROVIDERS).flatMap(({ title }) => [
      [`signInWith${title}`, 'a provider that the demo does not have'],
      [`finish${title}SignIn`, 'a callback, with the state of a sign-in'],
    ]),
  ),
  finishSignIn: 'a callback, with the state of a sign-in',
  completeSignIn: 'a challenge of a sign-in',
  confirmAuthenticator: 'a code of an authenticator',
  deleteAuthenticator: 'a code of an authenticator',
  createRecoveryCodes: 'a code of an authenticator',
  askPasskeyOfSignIn: 'a challenge of a sign-in',
  askPasskeyForProof: 'a passkey, which no account of the demo has',
  createPasskey: 'a passkey, which a browser makes for a challenge',
  deletePasskey: 'a passkey, which no account of the demo has',
  readArrivalPicture: 'an address that the installation signs with its own secret',
  showStayPage: 'an address that the installation signs with its own secret',
  exportStayCalendar: 'an address that the installation signs with its own secret',
  mailStayCode: 'an address that the installation signs with its own secret',
  cancelByLink: 'an address that the installation signs with its own secret',
  requestChangeByLink: 'an address that the installation signs with its own secret',
  writeByLink: 'an address that the installation signs with its own secret',
  showTravellersForm: 'an address that the installation signs with its own secret',
  setTravellersByLink: 'an address that the installation signs with its own secret',
  readTravellersByLink: 'an address that the installation signs with its own secret',
  updateStaySharing: 'an address that the installation signs with its own secret',
  withdrawCard: 'an address that the installation signs with its own secret',
  showConfirmation: 'an address that the installation signs with its own secret',
  receiveStripeEvent: 'a signed webhook',
  replayWebhookDelivery: 'the demo has no delivery',
  replayWebhookEvents: 'a cursor of the installation that is asked',
  exportGuest: 'the demo has no stay of a guest without an account',
  eraseGuest: 'the demo has no stay of a guest without an account',
  downloadHistoryDocument: 'the demo has no history of another installation',
  releaseNights: 'the demo has no no-show',
  deleteCompany: 'the demo has no company',
  dismissConflict: 'the demo has no conflict of calendars',
  addStayOfEvent: 'the demo has no event of a calendar',
  deleteTask: 'the demo has no task that a person has written',
  readTaskPicture: 'the demo has no picture of a task',
  deleteTaskPicture: 'the demo has no picture of a task',
  receiveChannelEvent: 'a webhook with the secret of a subscription, which is shown once',
}

/** The numbers of the demo's accounts, in the order in which they are made. */
const ACCOUNTS = ['guest', 'owner', 'support', 'admin']

/** The specification has them change something; of exports an account reads one at a time. */
const READS_THAT_ACT = [
  ...['confirmQuote', 'followOwnerMove'],
  ...[
    'exportReservations',
    'exportPayments',
    'exportCalendarDays',
    'exportTouristTax',
    'exportTravellers',
    'exportDocuments',
  ],
]

/** Headers that an answer has only where a token is no good, or a key has been used. */
const ONLY_SOMETIMES = ['www-authenticate', 'idempotency-replayed']

interface Tried {
  name: string
  method: string
  path: string
  operation: Operation
}

/** The service with the demo, of which each operation gets a copy. */
async function openDemo() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-examples-'))
  const env = { DATA_DIR: folder, WEBAUTHN_RP_ID: 'localhost' }
  const database = await cloneTemplate(inject('databaseUrl'))
  const t = await startApp(env, { run: false }, { database })
  await addDemoCities(t)
  await seedDemo(t.app)
  await fillProvider(t.app.db, t.standin.store)
  const document = documentSchema.parse(JSON.parse(JSON.stringify(t.app.swagger())))
  await t.close()
  return {
    document,
    /** Runs `work` in a demo that nothing has happened in. */
    async fresh<T>(work: (t: TestApp) => Promise<T>): Promise<T> {
      const copy: TestDatabase = await cloneTemplate(inject('databaseUrl'), database.name)
      const app = await startApp(env, { run: false }, { database: copy, standin: t.standin })
      try {
        return await work(app)
      } finally {
        await app.close()
        await copy.drop()
      }
    },
    async close() {
      await t.standin.close()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Calls an operation as /docs does with its examples; files are chosen by who tries it. */
async function tryExample(t: TestApp, { method, path, operation }: Tried): Promise<Answer> {
  const account = ACCOUNTS.indexOf(String(operation['x-demo-account'])) + 1
  const { token } = account > 0 ? t.app.issueToken({ id: account, token_version: 1 }) : { token: '' }
  const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined)
  const valuesOf = (where: string): [string, string][] =>
    given.filter((parameter) => parameter.in === where).map(({ name, example }) => [name, String(example)])
  const filled = valuesOf('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const url = `/${filled}?${new URLSearchParams(valuesOf('query'))}`
  const bodies = operation.requestBody?.content ?? {}
  // A file of lines is sent as itself; a form would have a picture in its place.
  const [[type, content] = []] =
    'text/csv' in bodies ? [['text/csv', bodies['text/csv']] as const] : Object.entries(bodies)
  const ofCsv = type === 'text/csv' ? [['content-type', type] as const] : []
  const options = { headers: Object.fromEntries([...valuesOf('header'), ...ofCsv]), ...(token && { token }) }
  if (type !== 'multipart/form-data') return t.call(method, url, content?.example, options)
  const fields = Object.entries(content?.example as Record<string, unknown>).map(([name, value]) => {
    const isFile = content?.schema?.properties?.[name]?.format === 'binary'
    return [name, isFile ? new Blob([readFileSync(fileOf('street', 0, SMALL_WIDTH))]) : String(value)] as const
  })
  return t.form(url, Object.fromEntries(fields), options)
}

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Differences between an answer and the document. */
function differences(ajv: Ajv2020, { method, path, operation }: Tried, { status, body, headers }: Answer): unknown[] {
  if (status >= 400) return [{ status, body }]
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  const { content = {}, headers: declared = {} } = operation.responses[String(status)] ?? {}
  const isSaid = type === '' || content[type] !== undefined
  const surplus = Object.keys(HEADERS).filter((name) => name in headers && !(name in declared))
  // Each of several types has headers of its own.
  const isAlone = Object.keys(content).length < 2
  const missing = Object.keys(declared).filter(
    (name) => isAlone && !(name in headers) && !ONLY_SOMETIMES.includes(name),
  )
  const said = z.object({ message: z.string() }).safeParse(content[type]?.example).data
  const schema = pointer('paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema')
  const validate = ajv.compile(type === 'application/json' ? { $ref: `document#${schema}` } : true)
  return [
    ...(isSaid ? [] : [`${status} ${type} is not documented`]),
    ...surplus.map((name) => `${name} is not declared`),
    ...missing.map((name) => `${name} is declared`),
    ...(said && said.message !== body.message ? [{ said: said.message, message: body.message }] : []),
    ...(validate(body) ? [] : [ajv.errorsText(validate.errors)]),
  ]
}

test('every example works in a fresh demo; answer, events and audit are as the document says', async () => {
  const demo = await openDemo()
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema(demo.document, 'document')
  const operations = Object.entries(demo.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ name: operation.operationId ?? '', method: method.toUpperCase(), path, operation },
    })),
  )
  expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(NOT_TRIED)))
  const tried = operations.filter(({ name }) => NOT_TRIED[name] === undefined)
  const isRead = ({ name, method }: Tried) => method === 'GET' && !READS_THAT_ACT.includes(name)
  const tryOne = async (t: TestApp, one: Tried) => ({
    name: one.name,
    differences: differences(ajv, one, await tryExample(t, one)),
  })
  const tryWrite = async (t: TestApp, one: Tried) => {
    const { result, caused } = await withEffects(t, () => tryOne(t, one))
    const { 'x-events': events, 'x-audits': audits } = effects.parse(one.operation)
    const undeclared = caused.filter((name) => ![...events, ...audits].some((declared) => declared === name))
    return { ...result, differences: [...result.differences, ...undeclared] }
  }
  const atOnce = pLimit(3)
  const results = await Promise.all([
    ...tried.filter((one) => !isRead(one)).map((one) => atOnce(() => demo.fresh((t) => tryWrite(t, one)))),
    // Reads leave the demo fresh for the next.
    demo.fresh((t) => Promise.all(tried.filter(isRead).map((one) => tryOne(t, one)))),
  ])
  const wrong = results.flat().filter((result) => result.differences.length > 0)
  await demo.close()
  expect(wrong).toEqual([])
})
