import { expect } from 'vitest'
import { listStatements } from '../../../src/cli/shapes.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone } from '../../support/app.ts'
import { live } from '../../support/lived-stay.ts'
import { repeatFrom } from '../../support/migrations.ts'
import { expectLedger } from '../../support/payments.ts'

/** Keys of 64 bits, and an upgrade to them (docs/decisions/0035-keys-are-widened-in-place.md). */

const MIGRATION = '20261206000100_schema.wide-keys.sql'

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

alone('every statement works on narrow keys, on wide ones, and between', async ({ t }) => {
  await t.user()
  await repeatFrom(t.db, MIGRATION)
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
