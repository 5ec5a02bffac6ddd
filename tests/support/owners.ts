import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RENAMED } from './modules.ts'

/** The queue is made by pg-boss, and the module of jobs alone writes it. */
const QUEUE = ['pgboss.job', 'jobs'] as const

const CREATED = /\bcreate (?:unlogged )?table (\w+)/g

/** `20261122000600_rates.sql` and `20270105000000_rates.coupons.sql` are of `rates`. */
const moduleOf = (file: string): string => {
  const [, name = ''] = path.basename(file).split(/[_.]/)
  return RENAMED[name] ?? name
}

/** The module of each table: that of the migration which creates it. */
export function ownersOfTables(): Map<string, string> {
  const owners = globSync('migrations/[0-9]*.sql').flatMap((file) => {
    const [up = ''] = readFileSync(file, 'utf8').split('-- migrate:down')
    return [...up.matchAll(CREATED)].map(([, table = '']) => [table, moduleOf(file)] as const)
  })
  return new Map([...owners, QUEUE])
}
