import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Database, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type { Part } from './sources.ts'

/** A load that runs in a process of its own. */
export interface Loading {
  /** @throws Error with what the process has printed. */
  done: Promise<void>
  /** Ends the process; what it has not finished is loaded by the next start. */
  stop(): Promise<void>
}

/**
 * `loadPlaces` in a process of its own: a service that unpacked the places itself would keep 300 MB more for as long as it
 * runs. Undefined when they are there.
 * @param directUrl of the pool's database, around a pooler.
 */
export async function startLoading(db: Database, directUrl: string, part: Part): Promise<Loading | undefined> {
  if (await isLoaded(db, part)) return undefined
  const script = path.resolve(import.meta.dirname, 'load-process.ts')
  const child = spawn(process.execPath, [script, part], {
    env: { ...process.env, DATABASE_URL: directUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return {
    done: ended(child),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

async function ended(child: ChildProcess & { stderr: NodeJS.ReadableStream }): Promise<void> {
  const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`The places are not loaded (${signal ?? code}): ${errors.trim()}`)
}

const isLoaded = async (db: Parameters<typeof queries.places.findLoad>[0], part: Part): Promise<boolean> =>
  (await queries.places.findLoad(db, { part })) !== undefined

/**
 * Loads countries, about 131,000 cities and 4,800 neighborhoods, or the first part of them, once: several nodes that start
 * take turns. Later calls do not even import the packages that contain them.
 * @param options.smallest the least number of inhabitants of a city.
 */
export async function loadPlaces(
  db: Database,
  { part = 'all', smallest = 0 }: { part?: Part; smallest?: number } = {},
): Promise<void> {
  await transaction(db, async (tx) => {
    await queries.places.liftTimeouts(tx, {})
    await queries.places.lockLoads(tx, {})
    if (await isLoaded(tx, part)) return
    const { readPlaces } = await import('./sources.ts')
    const { countries, cities, neighborhoods } = readPlaces(part, smallest)
    await queries.places.insertCountries(tx, countries)
    await queries.places.insertCities(tx, cities)
    await queries.places.insertNeighborhoods(tx, neighborhoods)
    await queries.places.insertLoad(tx, { part })
  })
}
