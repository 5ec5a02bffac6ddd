import { existsSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../src/dev/free-port.ts'
import { redisConnection } from '../../src/platform/lib/redis.ts'
import { eventually, type FaultKind } from './fault.ts'
import { definePart, type Part } from './parts.ts'

/** Redis as Debian has it, which keeps nothing on disk, as none that the service uses has to. */

const PROGRAM = '/usr/bin/redis-server'
// Nodes refuse one of another machine without a password.
const PASSWORD = 'of-the-run'

/** Messages between nodes. */
export type Bus = 'redis' | 'postgres'

export interface Redis {
  /** The variables of the nodes. */
  env: Record<string, string>
  faults: FaultKind[]
  leftOut: string[]
  close(): Promise<void>
}

const without = (...leftOut: string[]): Redis => ({ env: {}, faults: [], leftOut, close: async () => undefined })

/** Starts Redis where it is wanted and installed. */
export async function startRedis(folder: string, bus: Bus, host = '127.0.0.1'): Promise<Redis> {
  if (bus === 'postgres') return without()
  if (!existsSync(PROGRAM)) return without('Redis: redis-server is not installed; nodes use the database')
  const port = await freePort()
  const url = `redis://:${PASSWORD}@${host}:${port}`
  const part = definePart({
    name: 'redis',
    file: PROGRAM,
    args: ['--bind', host, '--port', String(port), '--requirepass', PASSWORD, '--save', '', '--appendonly', 'no'],
    cwd: folder,
    env: {},
    log: path.join(folder, 'log'),
  })
  const restart = async () => {
    part.start()
    await eventually(() => ask(url, (redis) => redis.ping()))
  }
  await restart()
  return {
    env: { REDIS_URL: url },
    faults: faultsOf(part, restart, url),
    leftOut: [],
    close: () => part.end('SIGKILL'),
  }
}

/** One command, over a connection of its own. */
async function ask(url: string, command: (redis: ReturnType<typeof redisConnection>) => Promise<unknown>) {
  const redis = redisConnection(url)
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await command(redis)
    return true
  } finally {
    redis.disconnect()
  }
}

const faultsOf = (part: Part, restart: () => Promise<void>, url: string): FaultKind[] => [
  () => ({ name: 'Redis killed (kill -9)', target: 'redis', begin: () => part.end('SIGKILL'), end: restart }),
  () => ({
    name: 'Redis stopped (SIGSTOP)',
    target: 'redis',
    begin: () => part.signal('SIGSTOP'),
    end: () => part.signal('SIGCONT'),
  }),
  () => ({
    name: 'Redis flushed',
    target: 'redis',
    begin: async () => void (await ask(url, (redis) => redis.flushall())),
    end: () => undefined,
  }),
]
