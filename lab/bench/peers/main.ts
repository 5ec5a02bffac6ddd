/**
 * `npm run bench:peers -- --peer lab/faults/peers/haip.ts --address http://localhost:3000`: what a peer that somebody has started answers
 * beside this service: reads of one unit, searches of free units, and bookings of free nights, over the adapters of `npm run faults`.
 * The arms take turns; each figure is a ratio to bare Fastify with `select 1` in the same turn.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { type Attempt, send } from '../../faults/client.ts'
import type { Peer, PeerAdapter } from '../../faults/peer.ts'
import sejour from '../../faults/peers/sejour.ts'
import { loadLine, median, quantile, quartiles, round, SERVICE, startServer } from '../support.ts'

const ROUNDS = 5
const AT_ONCE = 16
const UNITS = 20
const GUESTS = 32
const FROM = 30
const NIGHTS = 2
const REQUESTS = { read: 800, search: 400, booking: 160 }
type What = keyof typeof REQUESTS

interface Arm {
  name: string
  ask(what: What, index: number): Promise<Attempt>
}

interface Turn {
  rate: number
  p50: number
  p99: number
}

const adapters = z.object({ default: z.custom<PeerAdapter>((value) => typeof value === 'function') })

/** The requests of an arm. No two of its bookings want the same night. */
async function armOf(name: string, peer: Peer): Promise<Arm> {
  const { units, guests } = await peer.prepare({ units: UNITS, guests: GUESTS })
  const today = new Date().toISOString().slice(0, 10)
  const of = <T>(values: T[], index: number): T => values[index % values.length] as T
  let slot = 0
  function book(): Promise<Attempt> {
    const mine = slot++
    const check_in = addDays(today, FROM + NIGHTS * Math.floor(mine / units.length))
    const stay = { check_in, check_out: addDays(check_in, NIGHTS), tag: `booking ${mine}`, key: randomUUID() }
    return peer.book({ ...stay, unit: of(units, mine), guest: of(guests, mine) })
  }
  const days = { check_in: addDays(today, FROM), check_out: addDays(today, FROM + NIGHTS) }
  const asks = { read: (index: number) => peer.unit(of(units, index)), search: () => peer.search(days), booking: book }
  return { name, ask: (what, index) => asks[what](index) }
}

/** So many clients at once, each of whom asks again when it has its answer. */
async function takeTurn({ name, ask }: Arm, what: What): Promise<Turn> {
  const times: number[] = []
  let next = 0
  const start = performance.now()
  async function client(): Promise<void> {
    while (next < REQUESTS[what]) {
      const begun = performance.now()
      const { status, body } = await ask(what, next++)
      if (status < 200 || status > 299) throw new Error(`${name}, ${what}: ${status} ${JSON.stringify(body)}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const rate = times.length / ((performance.now() - start) / 1_000)
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

function reportLine(what: What, name: string, turns: Turn[], floor: Turn[]): void {
  const ratios = turns.map(({ rate }, index) => rate / (floor[index]?.rate ?? Number.NaN))
  const [low, high] = quartiles(ratios)
  const of = (key: keyof Turn, digits: number) => round(median(turns.map((turn) => turn[key])), digits)
  console.log(
    `| ${what} | ${name} | ${of('rate', 0)} | ${of('p50', 1)} | ${of('p99', 1)} | ` +
      `${round(median(ratios), 3)} (${round(low, 3)} to ${round(high, 3)}) |`,
  )
}

async function compare(arms: Arm[], floor: Arm): Promise<void> {
  console.log(`${AT_ONCE} clients, ${ROUNDS} rounds, ${loadLine()}\n`)
  console.log(
    '| what | who | a second | p50, ms | p99, ms | ratio to the floor (quartiles) |\n|---|---|---|---|---|---|',
  )
  for (const what of ['read', 'search', 'booking'] as const) {
    const all = [floor, ...arms]
    const turns = all.map((): Turn[] => [])
    for (let index = 0; index <= ROUNDS; index++) {
      for (const [which, arm] of all.entries()) {
        const turn = await takeTurn(arm, what)
        // The first round is a warm-up and is not counted.
        if (index > 0) turns[which]?.push(turn)
      }
    }
    for (const [which, { name }] of all.entries()) reportLine(what, name, turns[which] ?? [], turns[0] ?? [])
  }
  console.log(`\n${loadLine()}`)
}

const { values } = parseArgs({ options: { peer: { type: 'string' }, address: { type: 'string' } } })
if (values.peer === undefined || values.address === undefined) throw new Error('--peer <adapter> --address <url>')
const { default: adapter } = adapters.parse(await import(path.resolve(values.peer)))
const folder = mkdtempSync(path.join(tmpdir(), 'sejour-peers-'))
const database = await startEmbedded({ folder: path.join(folder, 'postgres') })
const servers: { stop(): void }[] = []
try {
  const DATABASE_URL = database.url()
  // The path at which the adapter of this service verifies addresses.
  process.env.DATABASE_URL = DATABASE_URL
  await migrate(DATABASE_URL)
  const db = connect(DATABASE_URL, { max: 1 })
  await loadPlaces(db)
  await db.end()
  const standin = await startServer('standin.ts', {})
  servers.push(standin)
  const env = { DATABASE_URL, DATA_DIR: folder, LOG_LEVEL: 'info', STRIPE_API_URL: standin.url }
  const service = await startServer(SERVICE, env)
  const without = await startServer(SERVICE, { ...env, CHECKOUT: 'none' })
  const bare = await startServer('peers/floor.ts', { DATABASE_URL })
  servers.push(service, without, bare)
  const peer = adapter(values.address)
  const arms = [
    await armOf('Séjour', sejour(service.url)),
    await armOf('Séjour, no checkout and no jobs', sejour(without.url)),
    await armOf(peer.name, peer),
  ]
  await compare(arms, { name: 'bare Fastify, `select 1`', ask: () => send(bare.url) })
} finally {
  for (const server of servers) server.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
