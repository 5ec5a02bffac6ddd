import { expect } from 'vitest'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { exported, manyStays, openSlowly, readAll, readCsv } from '../../support/exports.ts'

const PATH = '/exports/reservations.csv'
const MANY = 20_000
/** Far more than sockets keep for a client that does not read. */
const CHARACTERS = 2_000

async function bigOwner(t: TestApp) {
  const owner = await t.user()
  const home = await t.home(owner)
  await manyStays(t, home, MANY, { characters: CHARACTERS })
  return { owner, home }
}

/** Use of the database by the export: places in its pools, and transactions. */
async function held(t: TestApp) {
  const { read, write } = t.app.db.pool.figures()
  const [row] = await t.db<{ open: number }[]>`
    select count(*) as open from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`
  return { read: read?.taken, write: write?.taken, transactions: row?.open }
}

test('a slow reader gets all, holds nothing of the database, and nothing is read ahead for them', async ({ t }) => {
  const { owner, home } = await bigOwner(t)
  const { answer, url } = await openSlowly(t, owner, PATH)
  // Rows read of the database are those that fit between it and the client, and no more.
  await expect.poll(() => held(t)).toEqual({ read: 0, write: 0, transactions: 0 })
  const second = await fetch(`${url}/api/v1${PATH}`, { headers: { authorization: `Bearer ${owner.token}` } })
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5'])
  await manyStays(t, home, 1, { from: '2199-01-01' })
  const rows = readCsv(await readAll(answer))
  expect(rows).toHaveLength(MANY + 1)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY + 1)
  expect(rows.at(-1)).toMatchObject({ check_in: '2199-01-01', ota_name: 'x' })
  expect((await exported(t, owner, `${PATH}?from=2199-01-01`)).rows).toHaveLength(1)
})

test('a page that fails breaks the connection', async ({ t }) => {
  const { owner } = await bigOwner(t)
  const { answer } = await openSlowly(t, owner, PATH)
  await t.db`alter table contacts rename to contacts_away`
  await expect(readAll(answer)).rejects.toThrow('aborted')
  // Requests that cannot even begin are refused in the usual way.
  const refused = await exported(t, owner, PATH)
  expect([refused.status, refused.headers['content-disposition'], refused.body.code]).toEqual([
    500,
    undefined,
    'internal',
  ])
  await t.db`alter table contacts_away rename to contacts`
  expect((await exported(t, owner, `${PATH}?from=2199-01-01`)).status).toBe(200)
})

test('a client that leaves ends it', async ({ t }) => {
  const { owner } = await bigOwner(t)
  const { request, answer } = await openSlowly(t, owner, PATH)
  expect((await exported(t, owner, PATH)).status).toBe(429)
  answer.on('error', () => undefined)
  request.destroy()
  await expect.poll(async () => (await exported(t, owner, `${PATH}?from=2199-01-01`)).status).toBe(200)
})

isolated('a service that stops ends it', async ({ t }) => {
  const { owner } = await bigOwner(t)
  const { answer } = await openSlowly(t, owner, PATH)
  const broken = expect(readAll(answer)).rejects.toThrow('aborted')
  await Promise.all([t.app.close(), broken])
})

test('accounts do not wait for each other, and homes follow each other', async ({ t }) => {
  const { owner } = await bigOwner(t)
  const other = await t.user()
  const homes = [await t.home(other), await t.home(other), await t.home(other)].toSorted()
  for (const home of homes) await manyStays(t, home, 700)
  const { answer } = await openSlowly(t, owner, PATH)
  const { status, rows } = await exported(t, other, PATH)
  expect([status, rows.length]).toEqual([200, 2_100])
  const order = rows.map(({ property_id, check_in, id }) => `${property_id} ${check_in} ${id?.padStart(9, '0')}`)
  expect(order).toEqual(order.toSorted())
  answer.on('error', () => undefined)
  answer.destroy()
})
