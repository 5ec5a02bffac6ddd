import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { cloneTemplate } from '../../support/database.ts'

test('a part that an administrator causes belongs to the owner of its table, who makes the dump', async () => {
  const clone = await cloneTemplate(inject('databaseUrl'))
  const db = connect(clone.url, { max: 1 })
  const keeper = `keeper_${randomUUID().slice(0, 8)}`
  try {
    await db.unsafe(`create role ${keeper}`)
    for (const table of ['audit_entries', 'events']) {
      await db.unsafe(`alter table ${table} owner to ${keeper}`)
      const parts = await db<{ name: string }[]>`
        select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`
      for (const { name } of parts) await db.unsafe(`drop table ${name}`)
    }
    await db`select audit_add_months(), events_add_days()`
    const owners = await db<{ table: string; owner: string }[]>`
      select distinct inhparent::regclass::text as table, relowner::regrole::text as owner
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where relkind = 'r' and inhparent in ('audit_entries'::regclass, 'events'::regclass) order by 1`
    expect(owners).toEqual([
      { table: 'audit_entries', owner: keeper },
      { table: 'events', owner: keeper },
    ])
  } finally {
    await db.end()
    await clone.drop()
    const admin = connect(inject('databaseUrl').replace('DATABASE', 'postgres'), { max: 1 })
    await admin.unsafe(`drop role ${keeper}`)
    await admin.end()
  }
})
