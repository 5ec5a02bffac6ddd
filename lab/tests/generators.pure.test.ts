import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../tests/support/folders.ts'
import { writeDocuments } from '../../tests/support/openapi.ts'

const run = promisify(execFile)
const LAB = path.resolve(import.meta.dirname, '..')
const bin = (folder: string, name: string): string => path.join(folder, 'node_modules/.bin', name)

const ORVAL = `export default { sejour: { input: './openapi.json', output: { target: './orval.ts', client: 'fetch' } } }`

/** Rules strict for everybody; the runtime that hey-api copies into a client does not keep to exactOptionalPropertyTypes. */
const COMPILER = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
    ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'esnext', moduleResolution: 'bundler' },
  },
  include: ['**/*.ts'],
}

/** One call with each client. A line below @ts-expect-error has to be refused, so that the types are known to say something. */
const CALLS = `
import * as hey from './hey/index.ts'
import * as orval from './orval.ts'
import type { operations } from './sejour.d.ts'

const { data } = await hey.getReservation({ path: { id: 1 } })
export const total: number | undefined = data?.data.price.total
// @ts-expect-error: a field that there is not
data?.data.nights
// @ts-expect-error: a parameter of another type
await hey.searchProperties({ query: { adults: 'two' } })

const answer = await orval.getReservation(1)
if (answer.status === 200) {
  const { status } = answer.data.data
  if (status === 'confirmed') console.log(status)
  // @ts-expect-error: a status that a reservation cannot have
  if (status === 'lost') console.log(status)
}

type Reserved = operations['createReservation']['responses'][201]['content']['application/json']
export const reserved: Reserved = { success: true, message: '', data: { reservation_id: 1, hold_expires_at: null } }
// @ts-expect-error: what is required is missing
export const empty: Reserved = { success: true, message: '' }
`

test('hey-api, orval and openapi-typescript make clients of the document that compile', async () => {
  // Inside the lab, where the generators are found.
  const cwd = mkdtempSync(path.join(LAB, '.client-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  await writeDocuments(cwd)
  writeFileSync(path.join(cwd, 'orval.config.mjs'), ORVAL)
  writeFileSync(path.join(cwd, 'calls.ts'), CALLS)
  writeFileSync(path.join(cwd, 'tsconfig.json'), JSON.stringify(COMPILER))
  await Promise.all([
    run(bin(LAB, 'openapi-ts'), ['-i', 'openapi.json', '-o', 'hey', '--silent'], { cwd }),
    run(bin(LAB, 'orval'), ['--config', 'orval.config.mjs'], { cwd }),
    run(bin(ROOT, 'openapi-typescript'), ['openapi.json', '-o', 'sejour.d.ts'], { cwd }),
  ])
  const compiled = await run(bin(ROOT, 'tsc'), ['-p', cwd]).catch((failure: { stdout: string }) => failure)
  expect(compiled.stdout).toBe('')
})
