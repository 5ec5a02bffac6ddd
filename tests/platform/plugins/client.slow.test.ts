import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { test as base, PARIS } from '../../support/app.ts'
import { ROOT } from '../../support/folders.ts'

const run = promisify(execFile)
const bin = (name: string): string => path.join(ROOT, 'node_modules/.bin', name)

/** Calls that the types refuse: each line is an error to the compiler, which `@ts-expect-error` expects. */
const MISUSES = `
import createClient from 'openapi-fetch'
import type { paths } from './sejour.d.ts'

const api = createClient<paths>({ baseUrl: '' })
// @ts-expect-error: no such operation
await api.GET('/api/v1/homes')
// @ts-expect-error: no such method
await api.DELETE('/api/v1/quotes')
// @ts-expect-error: without what is required
await api.POST('/api/v1/quotes', { body: { check_in: '2027-07-14', check_out: '2027-07-17' } })
// @ts-expect-error: a parameter of another type
await api.GET('/api/v1/properties/search', { params: { query: { adults: 'two' } } })
// @ts-expect-error: a value that is none of the choices
await api.GET('/api/v1/properties/search', { params: { query: { sort: 'cheapest' } } })
const { data, error } = await api.GET('/api/v1/reservations/{id}', { params: { path: { id: 1 } } })
// @ts-expect-error: a field that the answer does not have
data?.data.nights
// @ts-expect-error: a status that a reservation cannot have
if (data?.data.status === 'lost') console.log()
export const refused: string | undefined = error?.message
`

const test = base.extend<{ running: { run: boolean }; folder: string; neighbours: boolean }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  running: async ({}, use) => use({ run: true }),
  // It counts the homes of all.
  neighbours: false,
  // Inside the repository, where its packages are found.
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(ROOT, '.client-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

test('a client generated from the document compiles, refuses misuse, and goes the whole way', async ({ t, folder }) => {
  const owner = await t.user()
  await t.home(owner, { city_id: PARIS, base_price: 100, cleaning_fee: 40, cancellation_policy: 'flexible' })
  const { url } = await t.listen()

  await run(bin('openapi-typescript'), [`${url}/openapi.json`, '-o', path.join(folder, 'sejour.d.ts')], {
    cwd: folder,
  })
  copyFileSync(path.join(ROOT, 'docs/typed-client.ts'), path.join(folder, 'typed-client.ts'))
  const [, short = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(path.join(ROOT, 'docs/tour.md'), 'utf8')) ?? []
  writeFileSync(path.join(folder, 'short.ts'), short.replace('http://127.0.0.1:3000', url))
  writeFileSync(path.join(folder, 'misuses.ts'), MISUSES)
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', include: ['*.ts'] }))
  const compiled = await run(bin('tsc'), ['-p', folder]).catch((failure: { stdout: string }) => failure)
  expect(compiled.stdout).toBe('')

  expect((await run(process.execPath, ['short.ts'], { cwd: folder })).stdout).toContain('Maison du test: 100')

  const { stdout } = await run(process.execPath, ['typed-client.ts'], {
    cwd: folder,
    env: { ...process.env, SEJOUR_URL: url },
  })
  expect(stdout.trim().split('\n')).toEqual([
    'E-mail address verified.',
    'Maison du test, Paris: 340 EUR',
    '  accommodation 300',
    '  cleaning 40',
    expect.stringMatching(/^\d+ EUR paid$/),
    expect.stringMatching(/^Reservation 1 is confirmed; \d+ EUR are due later$/),
    '  reservation_confirmed',
    '  payment_received',
    expect.stringMatching(/^cancelled: (\d+) of \1 EUR go back$/),
    'Reservation of Ada’s attic, confirmed: 270 becomes 360',
    '0 unpaid',
  ])
  expect(await t.db`select status from reservations order by id`).toEqual([
    { status: 'cancelled' },
    { status: 'confirmed' },
  ])
})
