import { expect } from 'vitest'
import { test } from '../../support/app.ts'

/**
 * Messages between nodes are not kept, and their numbers are nobody's. Those of the audit are an order to read in, and what operators do is written
 * down without a node.
 */
const UNCHECKED = ['audit_entries', 'realtime_outbox', 'realtime_payloads']

test('whatever gives out numbers asks first whether the database is the one that nodes know', async ({ t }) => {
  const rows = await t.db<{ name: string }[]>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '')
      and not exists (select from pg_trigger where tgrelid = c.oid and tgfoid = 'refuse_until_checked'::regproc)
    order by 1`
  expect(rows.map(({ name }) => name)).toEqual(UNCHECKED)
})

test('every sequence is there after a failover: one that is not logged is unreadable on a standby that is promoted early', async ({
  t,
}) => {
  expect(await t.db`select relname from pg_class where relkind = 'S' and relpersistence = 'u'`).toEqual([])
})
