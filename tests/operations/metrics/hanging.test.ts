import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { cloneTemplate, startServer } from '../../support/database.ts'

/** `scrape_timeout` of deploy/prometheus/prometheus.yml. */
const SCRAPE_MS = 5_000

test('a scrape is answered while the database hears and says nothing, or the node would seem to hang', async () => {
  const server = await startServer()
  const t = await startApp({}, { run: false }, { database: await cloneTemplate(server.url) })
  try {
    expect((await t.call('GET', '//metrics')).body).toContain('database_up 1')
    const sessions = await t.db<{ pid: number }[]>`select pid from pg_stat_activity where pid <> pg_backend_pid()`
    const [own] = await t.db<{ pid: number }[]>`select pg_backend_pid() as pid`
    const pids = [server.readPid(), ...sessions.map(({ pid }) => pid), own?.pid ?? 0]
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    try {
      const begun = performance.now()
      expect((await t.call('GET', '//metrics')).body).toContain('database_up 0')
      expect(performance.now() - begun).toBeLessThan(SCRAPE_MS)
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
  } finally {
    await t.close()
    await server.remove()
  }
})
