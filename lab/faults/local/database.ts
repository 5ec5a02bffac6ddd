import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { freePort } from '../../../src/dev/free-port.ts'
import { type EmbeddedPostgres, findBinaries, startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { giveAway } from '../../play/machine.ts'
import { now } from '../history.ts'
import { clockIn, hasClocks } from '../nodes.ts'
import { childrenOf } from '../parts.ts'

const SETTINGS = { max_connections: '100', log_min_messages: 'warning' }

/** One PostgreSQL, which can be killed, stopped, and put back to a backup. */
export interface LocalDatabase {
  url: string
  port: number
  kill(): void
  startAgain(): Promise<void>
  /** Stops all its processes, or lets them go on. */
  freeze(isFrozen: boolean): void
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** Copies it while it runs. Returns a moment: what was committed before it is in the copy. */
  backUp(): Promise<number>
  /** Kills it, and starts the copy in its place. Returns the moment of its end. */
  restore(): Promise<number>
  /** Sets its clock forward or back, as libfaketime writes it; without libfaketime nothing happens. */
  turnClock(offset: string): void
  /** True if it takes writes. */
  isPrimary(): Promise<boolean>
  stop(): Promise<void>
}

/** PostgreSQL as a program whose clock a file changes. */
async function binariesWithClock(folder: string, clock: string) {
  const { initdb, postgres: program } = await findBinaries()
  if (!hasClocks) return { initdb, postgres: program }
  const wrapper = path.join(folder, 'postgres-with-clock')
  const variables = Object.entries(clockIn(clock)).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(clock, '+0')
  writeFileSync(wrapper, `#!/bin/sh\nexec env ${variables.join(' ')} '${program}' "$@"\n`)
  chmodSync(wrapper, 0o755)
  return { initdb, postgres: wrapper }
}

export async function startDatabase(folder: string): Promise<LocalDatabase> {
  const port = await freePort()
  const [data, copy, clock] = ['data', 'backup', 'clock'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const binaries = await binariesWithClock(folder, clock)
  const start = () => startEmbedded({ folder, port, settings: SETTINGS, binaries })
  let server: EmbeddedPostgres = await start()
  const pid = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const url = server.url('postgres')
  const open = () => postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined })
  const admin = open()
  await admin.unsafe('create database sejour')
  await admin.end()

  async function startAgain(): Promise<void> {
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
  }

  return {
    url: server.url(),
    port,
    kill: () => process.kill(pid(), 'SIGKILL'),
    startAgain,
    freeze(isFrozen) {
      const signal = isFrozen ? 'SIGSTOP' : 'SIGCONT'
      for (const each of [pid(), ...childrenOf(pid())]) process.kill(each, signal)
    },
    async setReadOnly(isReadOnly) {
      const sql = open()
      await sql.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
      await sql`select pg_reload_conf()`
      await sql.end()
    },
    async backUp() {
      const sql = open()
      rmSync(copy, { recursive: true, force: true })
      await sql`select pg_backup_start('faults', true)`
      // Files that go away meanwhile are in the log.
      await copyFiles(data, copy)
      const from = now()
      const [label] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
      await sql.end()
      rmSync(path.join(copy, 'pg_wal'), { recursive: true })
      await copyFiles(path.join(data, 'pg_wal'), path.join(copy, 'pg_wal'))
      writeFileSync(path.join(copy, 'backup_label'), label?.labelfile ?? '')
      for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(copy, name), { force: true })
      giveAway(copy)
      return from
    },
    async restore() {
      const killed = pid()
      const all = [killed, ...childrenOf(killed)]
      for (const each of all) process.kill(each, 'SIGKILL')
      const stopped = now()
      rmSync(data, { recursive: true, force: true, maxRetries: 20 })
      await copyFiles(copy, data)
      chmodSync(data, 0o700)
      await startAgain()
      return stopped
    },
    turnClock: (offset) => writeFileSync(clock, offset),
    async isPrimary() {
      const sql = open()
      try {
        const asked = sql<
          { writes: boolean }[]
        >`select current_setting('default_transaction_read_only') = 'off' as writes`
        // Its answer may come when nobody waits any more.
        asked.catch(() => undefined)
        const answer = await Promise.race([asked, delay(1_000)])
        return answer?.[0]?.writes === true
      } catch {
        return false
      } finally {
        void sql.end({ timeout: 0 })
      }
    },
    stop: () => server.stop(),
  }
}

/** All files of a folder, those aside that go away meanwhile. */
async function copyFiles(from: string, to: string): Promise<void> {
  // It fails for each file that is gone, and copies the others.
  await promisify(execFile)('cp', ['-a', from, to]).catch(() => undefined)
}
