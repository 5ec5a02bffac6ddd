import { expect } from 'vitest'
import { queries } from '../../../src/platform/db/queries.ts'
import { widenKeys } from '../../../src/platform/schema/enabled.ts'
import { admin } from '../../support/admin.ts'
import { alone } from '../../support/app.ts'
import { live } from '../../support/lived-stay.ts'
import { repeatFrom } from '../../support/migrations.ts'
import { expectLedger } from '../../support/payments.ts'

/** Keys of 64 bits, and an upgrade to them (docs/decisions/0035-keys-are-widened-in-place.md). */

const MIGRATION = '20261206000100_schema.wide-keys.sql'

alone(
  'an upgraded database is widened beside its callers, on connections that have prepared and compiled',
  async ({ t }) => {
    await live(t)
    await repeatFrom(t.db, MIGRATION)
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

alone('what PostgreSQL refuses names the table and the object, and enables nothing', async ({ t }) => {
  await t.user()
  await repeatFrom(t.db, MIGRATION)
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
