import { expect } from 'vitest'
import type { Queryable } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { isolated } from '../../support/app.ts'

/** Counts the rows of the table of jobs that this transaction has read. */
async function readRows(tx: Queryable): Promise<number> {
  const [row] = await tx<{ rows: string }[]>`
    select pg_stat_get_xact_tuples_returned(jobs) + pg_stat_get_xact_tuples_fetched(jobs) as rows
    from cast('pgboss.job_common' as regclass) jobs`
  return Number(row?.rows)
}

isolated('a burst of jobs that statistics do not know is completed by its ids', async ({ t }) => {
  await t.db`
    insert into pgboss.job (name, state, completed_on)
    select (array['mail.send', 'invoices.invoice'])[1 + i % 2], 'completed', now() from generate_series(1, 30_000) i`
  await t.db`analyze pgboss.job_common`
  await t.db`insert into pgboss.job (name, state) select 'inbox.apply-stripe', 'active' from generate_series(1, 2000) i`
  // As pg-boss completes jobs.
  const plan = await t.db<{ 'QUERY PLAN': string }[]>`
    explain (costs off) with input as (select * from json_to_recordset('[]') as x (id uuid, output jsonb))
    update pgboss.job_common j set state = 'completed', output = i.output from input i
    where j.name = 'inbox.apply-stripe' and j.id = i.id and j.state = 'active'`
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*id = x\.id/)
})

isolated('a service starts while the table of jobs is locked, and the next one sets its statistics', async ({ t }) => {
  await t.db`alter table pgboss.job_common alter column name set statistics -1`
  const statistics = () => t.db`
    select attstattarget from pg_attribute where attrelid = 'pgboss.job_common'::regclass and attname = 'name'`
  await t.db.begin(async (tx) => {
    await tx`lock table pgboss.job_common in share update exclusive mode`
    await t.node()
  })
  expect(await statistics()).toEqual([{ attstattarget: null }])
  await t.node()
  expect(await statistics()).toEqual([{ attstattarget: 1 }])
})

isolated('looking for due jobs does not read a burst once for each other queue', async ({ t }) => {
  const names = await t.db<{ name: string }[]>`select name from pgboss.queue`
  const queues = names.map(({ name }) => name)
  await t.db.begin(async (tx) => {
    await tx`insert into pgboss.job (name, state) select 'inbox.apply-stripe', 'created' from generate_series(1, 20_000)`
    await tx`analyze pgboss.job_common`
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await tx`select set_config('plan_cache_mode', ${mode}, true)`
      const before = await readRows(tx)
      const due = await queries.jobs.listDue(tx, { within_seconds: 6, queues })
      expect(due).toContainEqual({ queue: 'inbox.apply-stripe', seconds: 0 })
      expect((await readRows(tx)) - before).toBeLessThan(1_000)
    }
  })
})
