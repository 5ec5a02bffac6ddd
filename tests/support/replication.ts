import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../src/dev/free-port.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { connect } from '../../src/platform/db/client.ts'
import { programs, startServer } from './database.ts'

/** Settings that both servers need so that either follows the other. */
const SETTINGS = {
  fsync: 'off',
  max_connections: '100',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '256MB',
}

/** One of two servers. */
export interface Member {
  port: number
  /** Starts it as it was stopped, or as a standby of the other. */
  start(following?: Member): Promise<void>
  stop(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** Stops all its processes where they are, as a machine that hangs, or lets them go on. */
  freeze(): void
  thaw(): void
}

function memberOf(folder: string, port: number): Member {
  const data = path.join(folder, 'data')
  const mark = path.join(data, 'standby.signal')
  let server: EmbeddedPostgres | undefined
  const signal = (name: NodeJS.Signals) => {
    const [pid = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).split('\n')
    for (const process_ of [pid, ...children.map((line) => line.trim())])
      if (process_) process.kill(Number(process_), name)
  }
  return {
    port,
    async start(following) {
      const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
      if (following !== undefined) writeFileSync(mark, '')
      const primary_conninfo = `host=127.0.0.1 port=${following?.port} user=sejour password=${password}`
      server = await startEmbedded({
        folder,
        port,
        ...programs,
        settings: {
          ...SETTINGS,
          hba_file: path.join(folder, 'pg_hba.conf'),
          ...(following && { primary_conninfo, recovery_target_timeline: 'latest' }),
        },
      })
    },
    async stop() {
      await server?.stop()
    },
    async promote() {
      if (server === undefined) throw new Error('it does not run')
      const db = connect(server.url('postgres'), { max: 1 })
      await db`select pg_promote()`
      await db.end()
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

/** A primary with the migrated template, and a standby that follows it. */
export async function startPair() {
  const { settings, ...server } = { settings: SETTINGS, ...(await startServer(SETTINGS)) }
  await server.stop()
  const copy = `${server.folder}-standby`
  execFileSync('cp', ['-a', server.folder, copy])
  const url = new URL(server.url)
  const primary = memberOf(server.folder, Number(url.port))
  const standby = memberOf(copy, await freePort())
  await primary.start()
  await standby.start(primary)
  return {
    primary,
    standby,
    /** The URL of the template server, with hosts in this order; replace `DATABASE` by the name of a database. */
    urlOf: (...members: Pick<Member, 'port'>[]) =>
      server.url.replace(url.host, members.map(({ port }) => `127.0.0.1:${port}`).join(',')),
    async remove() {
      await Promise.all([primary.stop(), standby.stop()])
      for (const folder of [server.folder, copy]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
