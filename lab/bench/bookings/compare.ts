import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { z } from 'zod'
import { freePort } from '../../../src/dev/free-port.ts'
import type { Database } from '../../../src/platform/db/client.ts'
import { fastFolder } from '../../../tests/support/folders.ts'
import { SEED } from '../../../tests/support/random.ts'
import { keep, loadLine, median, quartiles, round, SERVICE, type Server, startServer } from '../support.ts'
import {
  confirmBare,
  holdBare,
  openCheckoutBare,
  openFloor,
  type Payment,
  receiveEventsBare,
  settleBare,
} from './floor.ts'
import { CLIENTS, clear, type Scene, type Stay } from './scene.ts'

/** The connections of ten that the service gives to transactions. */
const FLOOR_CONNECTIONS = 6
const GOAL = '>= 0.6'

type Outcome = 'held' | 'refused'
/** Tries a second. */
type Rates = Record<string, number>

/** One try of a client, which books for the guest of the same number. */
interface Try {
  stay: Stay
  client: number
}

/** All clients work on their share of the same sequence; returns tries a second. Every outcome must be as it is expected. */
async function rate(tries: Try[], attempt: (one: Try, index: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (const [index, one] of tries.entries()) if (one.client === client) await attempt(one, index)
    }),
  )
  return tries.length / ((performance.now() - start) / 1000)
}

function expected(outcome: Outcome, wanted: Outcome): void {
  if (outcome !== wanted) throw new Error(`${outcome} instead of ${wanted}`)
}

/** The stays once, each by one guest. */
const once = ({ stays }: Scene): Try[] => stays.map((stay, index) => ({ stay, client: index % CLIENTS }))
/** The same stays by other guests. */
const again = (tries: Try[]): Try[] => tries.map(({ stay, client }) => ({ stay, client: (client + 1) % CLIENTS }))
/** Half of the stays, each by two guests at the same time. */
const raced = ({ stays }: Scene): Try[] =>
  stays
    .slice(0, stays.length / 2)
    .flatMap((stay, index) => [0, 1].map((rival) => ({ stay, client: (2 * index + rival) % CLIENTS })))

/** A stand-in whose events go to a bare server. */
interface BareProvider {
  url: string
  events: Awaited<ReturnType<typeof receiveEventsBare>>
}

async function measureFloor(db: Database, admin: Database, scene: Scene, provider: BareProvider): Promise<Rates> {
  const guestOf = ({ client }: Try) => scene.guests[client]?.id ?? 0
  const hold = (one: Try) => holdBare(db, one.stay, guestOf(one))
  const tries = once(scene)
  await clear(admin)
  const heldAlone = await rate(tries, async (one) => expected((await hold(one)) ? 'held' : 'refused', 'held'))
  const refused = await rate(again(tries), async (one) => expected((await hold(one)) ? 'held' : 'refused', 'refused'))
  const payments: Payment[] = []
  const pages: string[] = []
  const book = (calledUrl?: string) => async (one: Try, index: number) => {
    const payment = await hold(one)
    if (!payment) return expected('refused', 'held')
    payments[index] = payment
    provider.events.expect({ stay: one.stay, guest_id: guestOf(one), payment })
    pages[index] = await openCheckoutBare(db, payment, calledUrl)
  }
  const pay = (settle: typeof settleBare) => async (one: Try, index: number) => {
    const payment = payments[index]
    if (payment) await settle(db, one.stay, guestOf(one), payment)
  }
  await clear(admin)
  const held = await rate(tries, book())
  const confirmed = await rate(tries, pay(settleBare))
  await clear(admin)
  const heldCalled = await rate(tries, book(provider.url))
  const before = provider.events.applied()
  const start = performance.now()
  await rate(tries, (_one, index) => payAt(pages[index] ?? ''))
  await until(async () => provider.events.applied() - before === 2 * tries.length)
  const confirmedCalled = tries.length / ((performance.now() - start) / 1000)
  await clear(admin)
  await rate(tries, book())
  const confirmedAlone = await rate(tries, pay(confirmBare))
  await clear(admin)
  const race = await rate(raced(scene), async (one) => {
    const payment = await hold(one)
    if (payment) await openCheckoutBare(db, payment)
  })
  return { heldAlone, refused, held, heldCalled, confirmed, confirmedCalled, confirmedAlone, race }
}

const reserved = z.object({ data: z.object({ payment_url: z.url() }) })

async function reserve({ url }: Server, scene: Scene, { stay, client }: Try): Promise<string | undefined> {
  const { statusCode, body } = await request(`${url}/api/v1/reservations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.guests[client]?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(stay),
  })
  const text = await body.text()
  if (statusCode === 409) return undefined
  if (statusCode !== 201) throw new Error(text)
  return reserved.parse(JSON.parse(text)).data.payment_url
}

async function measureHolds(server: Server, admin: Database, scene: Scene): Promise<Rates> {
  const attempt = (wanted: Outcome) => async (one: Try) =>
    expected((await reserve(server, scene, one)) ? 'held' : 'refused', wanted)
  const tries = once(scene)
  await clear(admin)
  const held = await rate(tries, attempt('held'))
  const refused = await rate(again(tries), attempt('refused'))
  await clear(admin)
  const race = await rate(raced(scene), async (one) => void (await reserve(server, scene, one)))
  const [{ booked } = { booked: 0 }] = await admin<{ booked: number }[]>`select count(*) as booked from occupancy`
  if (booked !== raced(scene).length / 2) throw new Error(`${booked} booked in the race`)
  return { held, refused, race }
}

/** Pays on the page of a checkout. */
async function payAt(page: string): Promise<void> {
  const { statusCode, body } = await request(`${page}/pay`, { method: 'POST' })
  await body.dump()
  if (statusCode !== 303) throw new Error(`${statusCode} of the checkout page`)
}

async function measurePaid(server: Server, admin: Database, scene: Scene): Promise<Rates> {
  const tries = once(scene)
  const urls: string[] = []
  await clear(admin)
  const held = await rate(tries, async (one, index) => {
    urls[index] = (await reserve(server, scene, one)) ?? ''
  })
  const start = performance.now()
  await rate(tries, (_one, index) => payAt(urls[index] ?? ''))
  await until(
    async () => (await admin`select from reservations where status = 'confirmed'`).count === scene.stays.length,
  )
  const confirmed = tries.length / ((performance.now() - start) / 1000)
  // Invoices and mails are written meanwhile and afterwards; the next arm begins when they are.
  await until(
    async () =>
      (await admin`select from pgboss.job where state < 'completed' and name !~ '^__' and start_after <= now()`)
        .count === 0,
  )
  return { held, confirmed }
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await delay(20)
}

function reportLine(name: string, ours: number[], floor: number[], goal: string): void {
  const ratios = ours.map((value, index) => value / (floor[index] ?? Number.NaN))
  const [low, high] = quartiles(ratios).map((value) => round(value, 2))
  const figures = [`${round(median(ours))}/s`, `${round(median(floor))}/s`].map((text) => text.padStart(8)).join('')
  keep({
    name,
    measured: `${round(median(ours))}/s`,
    floor: `${round(median(floor))}/s`,
    value: median(ratios),
    goal,
  })
  console.log(`${name.padEnd(46)}${figures}   ratio ${round(median(ratios), 2)} (${low} to ${high})   goal ${goal}`)
}

/**
 * Contended bookings over HTTP beside the statements of 449a785 in a bare driver loop: the same sequence of tries in both arms, by 32
 * clients who want eight homes. The first round warms up and is not counted.
 */
export async function benchBookings(
  { databaseUrl, dataDir, rounds }: { databaseUrl: string; dataDir: string; rounds: number },
  admin: Database,
  scene: Scene,
): Promise<void> {
  const floor = openFloor(databaseUrl, FLOOR_CONNECTIONS)
  // The stand-in is told where the service listens before that is started.
  const port = String(await freePort())
  const standin = await startServer('standin.ts', { WEBHOOK_URL: `http://127.0.0.1:${port}/api/v1/stripe/webhook` })
  const barePort = await freePort()
  const bareStandin = await startServer('standin.ts', { WEBHOOK_URL: `http://127.0.0.1:${barePort}` })
  const provider = { url: bareStandin.url, events: await receiveEventsBare(floor, barePort) }
  // Mails are kept in memory. In a folder of thousands on disk, creating a file costs more than the booking.
  const mailbox = mkdtempSync(path.join(fastFolder(), 'sejour-mailbox-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, STRIPE_API_URL: standin.url, MAILBOX: mailbox }
  const withoutCheckout = await startServer(SERVICE, { ...env, CHECKOUT: 'none' })
  const service = await startServer(SERVICE, { ...env, PORT: port })
  const measured: Record<'floor' | 'alone' | 'paid', Rates[]> = { floor: [], alone: [], paid: [] }
  console.log(
    `bookings: ${scene.stays.length} stays, ${CLIENTS} clients, SEED=${SEED}, ${rounds} rounds, ${loadLine()}`,
  )
  for (let index = 0; index <= rounds; index++) {
    const bare = await measureFloor(floor, admin, scene, provider)
    const alone = await measureHolds(withoutCheckout, admin, scene)
    const paid = await measurePaid(service, admin, scene)
    if (index === 0) continue
    measured.floor.push(bare)
    measured.alone.push(alone)
    measured.paid.push(paid)
  }
  const of = (arm: keyof typeof measured, name: string) => measured[arm].map((rates) => rates[name] ?? Number.NaN)
  reportLine('refused', of('alone', 'refused'), of('floor', 'refused'), GOAL)
  reportLine('two at once for one stay', of('alone', 'race'), of('floor', 'race'), GOAL)
  reportLine('held, with all its SQL', of('alone', 'held'), of('floor', 'held'), GOAL)
  reportLine('held, with the call of the provider in both', of('paid', 'held'), of('floor', 'heldCalled'), GOAL)
  reportLine('held, with that call only in the service', of('paid', 'held'), of('floor', 'held'), '(information)')
  reportLine('held, beside a floor without checkout', of('alone', 'held'), of('floor', 'heldAlone'), '(information)')
  reportLine('paid and confirmed, with all its SQL', of('paid', 'confirmed'), of('floor', 'confirmed'), GOAL)
  reportLine(
    'paid, with the calls of the provider in both',
    of('paid', 'confirmed'),
    of('floor', 'confirmedCalled'),
    GOAL,
  )
  reportLine(
    'confirmed, beside a floor without inbox and jobs',
    of('paid', 'confirmed'),
    of('floor', 'confirmedAlone'),
    '(information)',
  )
  console.log(`bookings: ${loadLine()}`)
  for (const server of [withoutCheckout, service, standin, bareStandin]) server.stop()
  provider.events.close()
  rmSync(mailbox, { recursive: true, force: true })
  await floor.end()
}
