/**
 * `npm run play:mirror [-- --short | --minutes 60] [--kills 10] [--rate 4] [--seed 7]`: a program outside the service
 * (lab/mirror/) keeps a copy of an owner's stays, payments and nights, with one key and one endpoint, while guests and the owner go on,
 * nodes and the program itself are killed, and the database is put back to a backup once. At the end the copy is compared with the service row by
 * row, and each event with the deliveries. It fails when anything differs, and when the comparison does not find what is then spoilt on purpose.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { freePort } from '../../../src/dev/free-port.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { makeFolder } from '../../../tests/support/programs.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { newHome } from '../../play/people.ts'
import { dispatcher } from '../client.ts'
import { eventually } from '../fault.ts'
import { type LocalService, startService } from '../local/service.ts'
import { root } from '../nodes.ts'
import { definePart, type Part } from '../parts.ts'
import { differences, undelivered } from './compare.ts'
import { type Copy, readCopy, SPOILT, spoilCopy } from './copy.ts'
import { startFront } from './front.ts'
import { type Outcomes, startLoad } from './load.ts'
import { ask, join, type Person } from './people.ts'
import { readFeed, readService } from './truth.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '5' },
    kills: { type: 'string', default: '10' },
    rate: { type: 'string', default: '4' },
    seed: { type: 'string' },
  },
})

const NODES = 2
const GUESTS = 8
const HOMES = 10
/** Length of calendars, in days from today. */
const LAST_DAY = 730
/** When the backup is made, and when it is restored: parts of the whole time. */
const BACKUP_AT = 0.4
const RESTORE_AT = 0.55
/** A delivery that has failed twice is tried again after five minutes. */
const SETTLE_MS = 420_000
const LOOK_MS = 2_000
const SHOWN = 20
const SCOPES = ['events.read', 'reservations.read', 'guests.read', 'payments.read', 'calendar.read', 'properties.read']

const say = (text: string) => console.log(text)
const seed = Number(values.seed ?? (values.short ? 1 : Date.now() % 2 ** 31))
const runMs = values.short ? 40_000 : Number(values.minutes) * 60_000
const kills = values.short ? 3 : Number(values.kills)

const withKey = z.object({ data: z.object({ key: z.string() }) })
const withSecret = z.object({ data: z.object({ secret: z.string() }) })

/** Creates an object of an owner, once. */
async function made<Body>(
  api: string,
  who: Person,
  where: string,
  body: object,
  answer: z.ZodType<Body>,
): Promise<Body> {
  const { status, body: text } = await ask(api, who, where, { method: 'POST', body })
  if (status !== 201) throw new Error(`${where}: ${status} ${JSON.stringify(text)}`)
  return answer.parse(text)
}

/** The program outside, as a process of its own. */
function defineMirror(file: string, folder: string, env: Record<string, string>): Part {
  return definePart({
    name: 'mirror',
    file: process.execPath,
    args: [path.join(root, 'lab/mirror/main.ts')],
    cwd: folder,
    restarts: true,
    log: path.join(folder, 'log'),
    env: { FILE: file, ...env },
  })
}

/** Kills parts in turn, spread over the time, and puts the database back once. @returns when all of it is over */
async function disturb({ database, nodes }: LocalService, mirror: Part): Promise<Record<string, number>> {
  const killed: Record<string, number> = {}
  const parts = [...nodes.map(({ part }) => part), mirror]
  const steps: { at: number; play: () => unknown }[] = Array.from({ length: kills }, (_, index) => ({
    at: (index + 0.5) / kills,
    play() {
      const part = parts[index % parts.length] as Part
      part.signal('SIGKILL')
      killed[part.name] = (killed[part.name] ?? 0) + 1
      say(`kill -9: ${part.name}`)
    },
  }))
  steps.push({ at: BACKUP_AT, play: () => database.backUp().then(() => say('a backup is made')) })
  steps.push({ at: RESTORE_AT, play: () => database.restore().then(() => say('the backup is restored')) })
  const begun = performance.now()
  for (const { at, play } of steps.toSorted((one, other) => one.at - other.at)) {
    await delay(Math.max(0, begun + at * runMs - performance.now()))
    await play()
  }
  await delay(Math.max(0, begun + runMs - performance.now()))
  return killed
}

/** State of the service, and its state before the mirror began. */
interface There {
  rows: Map<string, unknown>
  events: { id: number }[]
  /** Present position of the feed. */
  next: string
  /** Earlier position of the feed. */
  began: string
}

/** Errors of a copy, a line each. Pure. */
function wrongWith({ rows, events, next, began }: There, copy: Copy): string[] {
  // Days that are over meanwhile are of no interest.
  const here = new Map([...copy.rows].filter(([id]) => !id.startsWith('night ') || rows.has(id)))
  const reused = [...copy.deliveries.values()].filter(({ differs }) => differs > 0)
  const epochOf = (cursor: string) => cursor.split('.')[0]
  return [
    ...differences(rows, here),
    ...undelivered(events, copy.deliveries),
    ...reused.map(({ id }) => `${id} was delivered as two different events`),
    ...(epochOf(copy.state.get('cursor') ?? '') === epochOf(next) ? [] : ['the mirror follows another epoch']),
    ...(epochOf(began) === epochOf(next) ? ['the restore has begun no epoch'] : []),
  ]
}

async function play(folder: string, releases: (() => Promise<unknown>)[]): Promise<void> {
  const random = randomOf(seed)
  say('the typed client is built')
  execFileSync(process.execPath, [path.join(root, 'clients/typescript/build.ts')])
  const front = await startFront()
  releases.push(async () => front.close())
  const env = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  const service = await startService({ folder, random, nodes: NODES, publicUrl: front.url, env }, releases)
  front.leadTo(service.nodes.map(({ url }) => url))
  const api = `${front.url}/api/v1`

  const people = { api, dispatcher, mails: service.mailbox.raw }
  const [owner, other, staff] = [await join(people, 'owner'), await join(people, 'other'), await join(people, 'staff')]
  await service.grant(staff.email)
  const homes: string[] = []
  for (let index = 0; index < HOMES; index++) homes.push(await newHome(people, owner.token, { title: `Home ${index}` }))
  const elsewhere = await newHome(people, other.token, { title: 'Of another owner' })
  const guests: Person[] = []
  for (let index = 0; index < GUESTS; index++) guests.push(await join(people, `guest${index}`))

  const port = await freePort()
  const { key } = (await made(api, owner, '/api-keys', { name: 'Mirror', scopes: SCOPES }, withKey)).data
  const address = { url: `http://127.0.0.1:${port}/` }
  const { secret } = (await made(api, owner, '/webhook-endpoints', address, withSecret)).data
  const before = await readFeed(api, owner)
  const place = service.place('mirror')
  const file = path.join(place, 'copy.sqlite')
  const mirror = defineMirror(file, place, {
    ...{ SEJOUR_URL: front.url, SEJOUR_KEY: key },
    ...{ WEBHOOK_SECRET: secret, PORT: String(port) },
  })
  releases.push(() => mirror.end('SIGKILL'))
  mirror.start()
  const hasBegun = async () => readCopy(file).state.has('cursor')
  if (!(await eventually(hasBegun))) throw new Error(`the mirror does not begin: ${place}/log`)

  const today = new Date().toISOString().slice(0, 10)
  say(`the load begins: ${values.rate} requests a second for ${Math.round(runMs / 1_000)} s`)
  const scene = { api, guests, owner, staff, homes: [...homes, elsewhere], today }
  const finish = startLoad(scene, { random, perSecond: Number(values.rate) })
  const killed = await disturb(service, mirror)
  const outcomes = await finish()
  say('it is quiet')

  const known = new Set(before.events.map(({ id }) => id))
  async function look() {
    const { events, next } = await readFeed(api, owner)
    const now = new Date().toISOString().slice(0, 10)
    const rows = await readService(api, owner, homes, { from: now, to: addDays(today, LAST_DAY) })
    const there: There = { rows, events: events.filter(({ id }) => !known.has(id)), next, began: before.next }
    const copy = readCopy(file)
    return { there, copy, wrong: wrongWith(there, copy) }
  }
  const end = performance.now() + SETTLE_MS
  let found = await look()
  while (found.wrong.length > 0 && performance.now() < end) {
    await delay(LOOK_MS)
    found = await look()
  }
  await mirror.end()
  spoilCopy(file, found.there.events.at(-1)?.id ?? 0)
  const spoilt = wrongWith(found.there, readCopy(file)).length - found.wrong.length
  tell({ ...found, outcomes, killed, spoilt })
}

interface Result {
  there: There
  copy: Copy
  wrong: string[]
  outcomes: Outcomes
  killed: Record<string, number>
  /** Number of deliberate changes that were found. */
  spoilt: number
}

/** Prints what a run has come to. */
function tell({ there, copy, wrong, outcomes, killed, spoilt }: Result): void {
  const times = [...copy.deliveries.values()].map((one) => one.times)
  const deliveries = times.reduce((sum, some) => sum + some, 0)
  const done = Object.entries(outcomes).map(([kind, { done: count }]) => `${kind} ${count}`)
  const sum = (name: keyof Outcomes[keyof Outcomes]) =>
    Object.values(outcomes).reduce((total, outcome) => total + outcome[name], 0)
  const kindsOf = (kind: string) => [...copy.rows.keys()].filter((id) => id.startsWith(`${kind} `)).length
  const table = [
    ['operations done', `${sum('done')} (${done.join(', ')})`],
    ['refused, unanswered', `${sum('refused')}, ${sum('unanswered')}`],
    ['events that the service keeps', there.events.length],
    ['deliveries', deliveries],
    ['of them doubled', deliveries - times.length],
    [
      'kill -9',
      Object.entries(killed)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ],
    ['backups restored', 1],
    ['times that the mirror was filled', copy.state.get('fills') ?? 0],
    ['seconds behind at most', Number(copy.state.get('behind') ?? 0).toFixed(1)],
    [
      'rows compared',
      `${there.rows.size} (stays ${kindsOf('stay')}, payments ${kindsOf('payment')}, nights ${kindsOf('night')})`,
    ],
    ['differences', wrong.length],
    ['found of what was then spoilt', `${spoilt} of ${SPOILT}`],
  ]
  say(`\n| | |\n|---|---|\n${table.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}\n`)
  for (const line of wrong.slice(0, SHOWN)) say(line)
  if (wrong.length > 0 || spoilt !== SPOILT) process.exitCode = 1
}

const begun = performance.now()
const folder = makeFolder(mkdtempSync(path.join(tmpdir(), 'sejour-mirror-')))
const releases: (() => Promise<unknown>)[] = []
const close = async () => {
  for (const release of releases.reverse()) await release().catch(() => undefined)
}
const leave = () => void close().finally(() => process.exit(1))
process.once('SIGINT', leave).once('SIGTERM', leave)
say(`seed ${seed}; the copy and the logs are in ${folder}`)
try {
  await play(folder, releases)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await close()
}
say(`${Math.round((performance.now() - begun) / 1_000)} s`)
process.exit()
