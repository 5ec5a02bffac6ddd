import { expect } from 'vitest'
import { isolated } from '../../support/app.ts'

isolated(
  'statistics that are older than a burst of jobs do not make its completion read the whole queue',
  async ({ t }) => {
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
  },
)
