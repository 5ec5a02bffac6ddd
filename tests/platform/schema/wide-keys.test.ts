import { expect } from 'vitest'
import { listStatements } from '../../../src/cli/shapes.ts'
import { isStale } from '../../../src/platform/db/errors.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { widenKeys } from '../../../src/platform/schema/enabled.ts'
import { admin } from '../../support/admin.ts'
import { alone, inDays, type TestApp } from '../../support/app.ts'
import { change, changeable } from '../../support/changes.ts'
import { go } from '../../support/migrations.ts'
import { expectLedger, show } from '../../support/payments.ts'

/** Keys of 64 bits, and an upgrade to them (docs/decisions/0035-keys-are-widened-in-place.md). */

const MIGRATION = '20261206000100_schema.wide-keys.sql'

/** Repeats what a locked table has refused, and accounts of tests, whose own statements nobody repeats. */
const patient = (t: TestApp): TestApp => ({
  ...t,
  async call(...request) {
    for (;;) {
      const answer = await t.call(...request)
      if (answer.status !== 503) return answer
    }
  },
  async user(fields) {
    for (;;)
      try {
        return await t.user(fields)
      } catch (error) {
        if (!isStale(error)) throw error
      }
  },
})

/** A stay that is booked, paid, written about and changed: it writes into most tables with triggers. */
async function live(app: TestApp): Promise<number> {
  const t = patient(app)
  const { owner, guest, id } = await changeable(t)
  const message = { receiver_id: owner.id, reservation_id: id, content: 'Bonjour' }
  expect((await t.call('POST', '/messages', message, guest)).status).toBe(201)
  expect((await change(t, owner, id, { check_out: inDays(36) })).status).toBe(200)
  expect(await show(t, guest, id)).toMatchObject({ id, check_out: inDays(36) })
  return id
}

alone('a new database has no key of 32 bits, and goes on above them', async ({ t }) => {
  expect(await queries.schema.listNarrowKeys(t.db, {})).toEqual([])
  const narrow = await t.db`
    select attrelid::regclass::text, attname from pg_attribute a
    where atttypid = 'integer'::regtype and attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      and (attidentity <> '' or exists (select from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any (conkey)))`
  expect(narrow).toEqual([])
  await queries.health.raiseSequences(t.db, { numbers: {}, margin: 2 ** 31, all: true })
  expect(await live(t)).toBeGreaterThan(2 ** 31)
  await expectLedger(t)
})

alone(
  'an upgraded database is widened beside its callers, on connections that have prepared and compiled',
  async ({ t }) => {
    await live(t)
    await go(t.db, 'down', MIGRATION)
    await go(t.db, 'up', MIGRATION)
    const narrow = await queries.schema.listNarrowKeys(t.db, {})
    expect(narrow.length).toBeGreaterThan(70)
    await live(t)
    let isWide = false
    const widening = admin(t, 'enable', '0.3').finally(() => {
      isWide = true
    })
    do await live(t)
    while (!isWide)
    await widening
    expect(await queries.schema.listNarrowKeys(t.db, {})).toEqual([])
    await live(t)
    await expectLedger(t)
  },
)

alone('every statement works on narrow keys, on wide ones, and between', async ({ t }) => {
  await t.user()
  await go(t.db, 'down', MIGRATION)
  await go(t.db, 'up', MIGRATION)
  const texts = listStatements().flatMap((statement) => statement.texts().map(({ text }) => [statement.name, text]))
  expect(texts.length).toBeGreaterThan(2_000)
  const tables = (await queries.schema.listNarrowKeys(t.db, {})).map(({ table }) => table)
  for (let wide = 0; wide <= tables.length; wide++) {
    if (wide % 32 === 0)
      for (const [name = '', text = ''] of texts)
        await t.db
          .unsafe(text)
          .describe()
          .catch((error: Error) => expect([wide, name, error.message]).toEqual([wide, name, '']))
    const table = tables[wide]
    if (table !== undefined) await t.db.begin((tx) => queries.schema.widenKeys(tx, { table }))
  }
})

alone('what PostgreSQL refuses names the table and the object, and enables nothing', async ({ t }) => {
  await t.user()
  await go(t.db, 'down', MIGRATION)
  await go(t.db, 'up', MIGRATION)
  await t.db`delete from enabled_releases`
  await t.db`create view of_an_operator as select id from reservations`
  await expect(admin(t, 'enable', '0.3')).rejects.toThrow(
    'reservations: cannot alter type of a column used by a view or rule: rule _RETURN on view of_an_operator depends on column "id".',
  )
  expect(await t.db`select release from enabled_releases`).toEqual([])
  await t.db`drop view of_an_operator`
  await t.db`alter table tasks disable trigger tasks_opened`
  await t.db`comment on trigger tasks_opened on tasks is 'Kept'`
  // Two at once end well both.
  await Promise.all([widenKeys(t.db, () => undefined), admin(t, 'enable', '0.3')])
  expect(await queries.schema.listNarrowKeys(t.db, {})).toEqual([])
  expect(
    await t.db`select tgenabled as enabled, obj_description(oid, 'pg_trigger') as comment from pg_trigger where tgname = 'tasks_opened'`,
  ).toEqual([{ enabled: 'D', comment: 'Kept' }])
  expect(await t.db`select from pg_stats where tablename = 'users' and attname = 'id'`).toHaveLength(1)
})
