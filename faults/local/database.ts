import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { freePort } from '../../src/dev/free-port.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { childrenOf } from '../parts.ts'

const SETTINGS = { max_connections: '100', log_min_messages: 'warning' }

/** One PostgreSQL, which can be killed and stopped. */
export interface LocalDatabase {
  url: string
  port: number
  kill(): void
  startAgain(): Promise<void>
  /** Stops all its processes, or lets them go on. */
  freeze(isFrozen: boolean): void
  setReadOnly(isReadOnly: boolean): Promise<void>
  stop(): Promise<void>
}

export async function startDatabase(folder: string): Promise<LocalDatabase> {
  const port = await freePort()
  const start = () => startEmbedded({ folder, port, settings: SETTINGS })
  let server: EmbeddedPostgres = await start()
  const pid = () => Number(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const url = server.url('postgres')
  const admin = postgres(url, { max: 1, onnotice: () => undefined })
  await admin.unsafe('create database sejour')
  await admin.end()
  return {
    url: server.url(),
    port,
    kill: () => process.kill(pid(), 'SIGKILL'),
    async startAgain() {
      for (let attempt = 0; ; attempt++) {
        try {
          server = await start()
          return
        } catch (error) {
          // Processes of the one that was killed still have its memory.
          if (attempt === 50) throw error
          await delay(200)
        }
      }
    },
    freeze(isFrozen) {
      const signal = isFrozen ? 'SIGSTOP' : 'SIGCONT'
      for (const each of [pid(), ...childrenOf(pid())]) process.kill(each, signal)
    },
    async setReadOnly(isReadOnly) {
      const sql = postgres(url, { max: 1, onnotice: () => undefined })
      await sql.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
      await sql`select pg_reload_conf()`
      await sql.end()
    },
    stop: () => server.stop(),
  }
}
