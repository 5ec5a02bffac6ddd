import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { fetch } from 'undici'
import { z } from 'zod'
import type { Acknowledged, Client } from './load.ts'
import { until } from './machine.ts'
import { newAccount, newHome, type People } from './people.ts'

/** People who book while a database goes back to a moment, and the invariants afterwards, whatever it ran on. */

/** Tolerance in milliseconds for what was being acknowledged at the moment. */
export const BEFORE_MS = 1_000
export const AFTER_MS = 5_000

/** Number of bookings while the database comes and goes. */
interface Extent {
  homes: number
  guests: number
  /** Guests who pay at once, and the moment of a guest between two requests. */
  oneOf: number
  pauseMs: number
}

/** An owner with homes, and guests who book there, some of whom pay at once. @returns what they were acknowledged, as it grows. */
export async function newMarket(people: People, admin: Recovered['admin'], extent: Extent) {
  const owner = await newAccount(people, 'owner')
  await admin('grant', 'owner@play.example', 'owner')
  const homes: string[] = []
  for (let index = 0; index < extent.homes; index++)
    homes.push(await newHome(people, owner.token, { title: 'Maison de la pièce' }))
  const tokens: string[] = []
  for (let index = 0; index < extent.guests; index++) tokens.push((await newAccount(people, `guest${index}`)).token)

  const made: Acknowledged[] = []
  const paid = new Set<string>()
  async function pay({ id, paymentUrl }: Acknowledged): Promise<void> {
    const answer = await fetch(`${paymentUrl}/pay`, { method: 'POST', redirect: 'manual' })
    await answer.text()
    if (answer.status === 303) paid.add(id)
  }
  async function booked(one: Acknowledged): Promise<void> {
    if (made.push(one) % extent.oneOf === 0) await pay(one)
    await delay(extent.pauseMs)
  }
  const { api, dispatcher } = people
  const today = new Date().toISOString().slice(0, 10)
  const guests: Client = { api, dispatcher, tokens, homes, today, booked }
  return { guests, made, paid, pay }
}

const shown = z.object({ data: z.object({ status: z.string() }) })

export interface Recovered {
  api: string
  /** All that was acknowledged, by the database before and by the one that was restored. */
  made: Acknowledged[]
  /** Reservations whose money the provider has. */
  paid: ReadonlySet<string>
  /** Moment that the database went back to, and when the service began on it; in milliseconds. */
  moment: number
  restartedAt: number
  /** `npm run admin`; returns what it prints. */
  admin(...args: string[]): Promise<string>
  /** One of /metrics. */
  metric(name: string): Promise<number>
  say(text: string): void
}

/**
 * Checks that everything acknowledged before the moment is there and nothing from after it, no number is given out twice, a new epoch has begun, and
 * all that was paid is confirmed or on the list. @throws AssertionError for anything that is not so.
 */
export async function checkRecovery({ api, made, paid, moment, restartedAt, admin, metric, say }: Recovered) {
  /** The status of a reservation; undefined: there is none. */
  async function statusOf({ id, token }: Acknowledged): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${api}/reservations/${id}`, { headers })
    const text = await answer.text()
    if (answer.status === 404) return undefined
    assert.equal(answer.status, 200, text)
    return shown.parse(JSON.parse(text)).data.status
  }
  const listed = async () =>
    [...(await admin('reconcile')).matchAll(/^ {2}(pi_\w+): .+, reservation (\d+), found /gm)].map(
      ([, intent = '', id = '']) => ({ intent, id }),
    )

  const earlier = made.filter(({ at }) => at < restartedAt)
  const later = made.filter((one) => !earlier.includes(one))
  assert.equal(new Set(made.map(({ id }) => id)).size, made.length, 'a number was given out twice')
  const highest = Math.max(...earlier.map(({ id }) => Number(id)))
  const lowest = Math.min(...later.map(({ id }) => Number(id)))
  assert(lowest > highest, `number ${lowest} was given out after ${highest}`)
  assert.equal(await metric('database_epoch'), 2)
  say(`a new epoch has begun; numbers went up to ${highest} and go on from ${lowest}`)

  const lost: Acknowledged[] = []
  for (const one of made) {
    const status = await statusOf(one)
    if (status === undefined) lost.push(one)
    assert(status !== undefined || one.at >= moment - BEFORE_MS, `reservation ${one.id} is gone`)
    assert(status === undefined || one.at <= moment + AFTER_MS || later.includes(one), `reservation ${one.id} is there`)
  }
  const kept = made.filter((one) => !lost.includes(one))
  for (const one of kept.filter(({ id }) => paid.has(id)))
    await until(`reservation ${one.id} is confirmed`, async () => (await statusOf(one)) === 'confirmed')

  const lostPaid = lost.filter(({ id }) => paid.has(id))
  const list = await listed()
  assert.deepEqual(
    list.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    lostPaid.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
  )
  assert.equal(await metric('payments_unclaimed'), list.length)
  const ledger = await admin('ledger')
  assert.equal(Number(/in (\d+) payments/.exec(ledger)?.[1]) + list.length, paid.size, ledger)
  say(
    `${earlier.length - lost.length} reservations of before are there, ${lost.length} of after it are lost, and the ${list.length} payments ` +
      'for them are on the list, each once',
  )
  say(ledger)
  return { list, listed, lostPaid, statusOf }
}
