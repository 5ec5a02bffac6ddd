import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { type Agent, fetch } from 'undici'
import type { Cluster } from './machine.ts'

const LOCK_MS = 30_000
const REQUESTS_A_SECOND = 8
/** One request in so many reads the locked table. */
const ONE_IN = 4
/** The table of reviews. */
const TABLE = 'comments'

interface Options {
  api: string
  dispatcher: Agent
  database: Cluster
  name: string
  /** A published home. */
  home: string
}

/**
 * Locks a table for half a minute, as a careless `alter table` does, while clients read what needs it and what does not. Only reads of
 * the table may be refused, and by the service.
 * @returns what was unexpected: other refusals.
 */
export async function lockTable({ api, dispatcher, database, name, home }: Options) {
  const url = new URL(database.urlOf(name))
  url.searchParams.set('sslmode', 'require')
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  const begun = Date.now()
  const lock = sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${TABLE} in access exclusive mode`)
    await delay(LOCK_MS)
  })
  const ask = async (path: string) => {
    const answer = await fetch(`${api}${path}`, { dispatcher }).catch((error: Error) => error)
    if (answer instanceof Error) return 'cut off'
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json')
    await answer.text()
    return isJson ? String(answer.status) : `${answer.status} without JSON`
  }
  const answers: Promise<{ isAtTable: boolean; status: string }>[] = []
  for (let index = 0; Date.now() - begun < LOCK_MS - 1_000; index++) {
    const isAtTable = index % ONE_IN === 0
    answers.push(
      ask(
        isAtTable ? `/properties/${home}/comments` : `/properties/search?country_id=FR&adults=${1 + (index % 3)}`,
      ).then((status) => ({ isAtTable, status })),
    )
    await delay(1_000 / REQUESTS_A_SECOND)
  }
  await lock
  await sql.end()
  const all = await Promise.all(answers)
  const unexpected = all.filter(({ isAtTable, status }) => status !== '200' && !(isAtTable && status === '503'))
  const refused = all.filter(({ status }) => status !== '200').length
  return {
    unexpected: unexpected.map(({ status }) => status),
    summary: `a table locked for ${LOCK_MS / 1_000} s: ${all.length} requests, ${refused} refused, all of them at the table`,
  }
}
