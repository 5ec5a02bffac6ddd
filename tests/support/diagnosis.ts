import { loadavg } from 'node:os'
import { connect } from '../../src/platform/db/client.ts'

/** Work of the server for more than five seconds, and the load of the machine: why a test may have failed. */
export async function diagnose(serverUrl: string): Promise<string> {
  const db = connect(serverUrl.replace('/DATABASE', '/postgres'), { max: 1, waitMs: 5_000 })
  const busy = `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`
  try {
    const sessions = await db<Record<string, string | number>[]>`
      select coalesce(datname, backend_type) as name, state, concat_ws(' ', wait_event_type, wait_event) as waits,
        extract(epoch from now() - query_start)::integer as seconds, left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 120) as query
      from pg_stat_activity
      where state <> 'idle' and pid <> pg_backend_pid() and query_start < now() - interval '5 seconds'
      order by query_start limit 20`
    return [busy, ...sessions.map((session) => Object.values(session).join(' | '))].join('\n')
  } catch (error) {
    return `${busy}\nthe server does not answer: ${error}`
  } finally {
    await db.end({ timeout: 1 })
  }
}
