import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { z } from 'zod'
import { type Transaction, transaction } from '../db/client.ts'
import { isAway } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { type Loop, startLoop, UNTIL_WOKEN } from '../lib/loop.ts'
import { personalOf, type WithPersonal } from './personal.ts'
import type { EventSubject } from './subject.ts'
import { subjectOf } from './types.ts'

/** Topic of wake-ups: there are new events in the feed. */
export const EVENTS = 'events'
/** Pause after an error. */
const RETRY_MS = 1_000
/** Facts gather this long after a look, so that many commits are one batch. */
const GATHER_MS = 100
/** Facts that become events in one transaction. */
const BATCH = 200
/** Homes whose days do. */
const HOMES = 20
/** Events are hints: data that is larger is read where its address says. In bytes of JSON. */
const MAX_DATA_BYTES = 20_000
/** Bytes of `data` and `previous` in the events of an account within a day. Beyond it its events only say what has happened, and to what. */
export const HISTORY_BYTES_A_DAY = 100_000_000

type Facts = Awaited<ReturnType<typeof queries.events.listFacts>>

interface Options {
  subjects: EventSubject<z.ZodObject, FastifyInstance>[]
  run?: boolean | undefined
  /** Counts bytes of accounts within their days. */
  countHistory: CountHistory
}

type CountHistory = (
  tx: Transaction,
  amounts: { owners: number[]; added: number[] },
) => Promise<{ owner_id: number; bytes: number }[]>

/**
 * Turns facts that are committed into events with positions, on one node at a time: readers that follow the feed by position miss none,
 * in whatever order transactions commit (docs/integrations.md, "Events"). `dispatch` does what there is to do, and returns how many facts it took.
 */
export const dispatcher = fp(async (app: FastifyInstance, { subjects, run = true, countHistory }: Options) => {
  const known = new Map(subjects.map((subject) => [String(subject.name), subject]))

  /** Turns facts into events with the next positions. */
  async function announce(tx: Transaction, facts: Facts): Promise<void> {
    const shown: Shown[] = []
    for (const [name, group] of Map.groupBy(facts, ({ type }) => subjectOf(type))) {
      const subject = known.get(name)
      const data = await subject?.show(app, tx, group)
      for (const [index, { id, owner_id, previous_bytes }] of group.entries()) {
        const kept = small(subject?.data.nullish().parse(data?.[index]))
        shown.push({ id, owner_id, data: kept.data, bytes: previous_bytes + kept.bytes })
      }
    }
    const full = await accountsBeyond(tx, countHistory, shown)
    await queries.events.addDays(tx, {})
    await queries.events.givePositions(tx, {
      shown: shown.map(({ id, owner_id, data }) => {
        const is_brief = full.has(owner_id)
        return { id, data: is_brief ? null : data, is_brief }
      }),
    })
  }

  /** @returns facts that became events, and facts of days that were noted for the next time */
  async function takeSome(): Promise<{ taken: number; noted: number }> {
    return transaction(app.db, async (tx) => {
      await queries.events.lockFeed(tx, {})
      await queries.events.mergeFacts(tx, { limit: BATCH })
      const facts = await queries.events.listFacts(tx, { limit: BATCH })
      if (facts.length > 0) await announce(tx, facts)
      // Comes last: bookings of these homes wait from here until the transaction commits.
      const { noted } = await queries.events.noteDays(tx, { limit: HOMES })
      return { taken: facts.length, noted }
    })
  }

  async function dispatch(): Promise<number> {
    if (!(await queries.events.isWaiting(app.db, {})).waiting) return 0
    let total = 0
    for (;;) {
      const { taken, noted } = await takeSome()
      total += taken
      if (taken > 0) app.wakeUps.wake([EVENTS])
      if (taken < BATCH && noted === 0) return total
    }
  }
  app.decorate('dispatchEvents', dispatch)
  app.decorate('withPersonal', personalOf(subjects))

  async function lookOnce(): Promise<number> {
    try {
      await dispatch()
      return UNTIL_WOKEN
    } catch (error) {
      if (!isAway(error)) app.log.error({ err: error }, 'events without positions')
      return RETRY_MS
    }
  }
  let loop: Loop | undefined
  app.addHook('onReady', async () => {
    if (!run) return
    const own = startLoop(lookOnce, GATHER_MS)
    loop = own
    app.wakeUps.onCommit(() => own.wake())
    app.wakeUps.look('often', async (db) => {
      if ((await queries.events.isWaiting(db, {})).waiting) own.wake()
    })
  })
  app.addHook('onClose', () => loop?.stop())
})

/** An event to be, with the bytes that it adds to the history of an account. */
interface Shown {
  id: number
  owner_id: number
  bytes: number
  data: unknown
}

/** Accounts whose events have more bytes than a day may have, with these. */
async function accountsBeyond(tx: Transaction, countHistory: CountHistory, shown: Shown[]): Promise<Set<number>> {
  const added = [...Map.groupBy(shown, ({ owner_id }) => owner_id)]
    .map(([owner_id, group]) => [owner_id, group.reduce((sum, { bytes }) => sum + bytes, 0)] as const)
    .sort(([one], [other]) => one - other)
  const counted = await countHistory(tx, {
    owners: added.map(([owner_id]) => owner_id),
    added: added.map(([, bytes]) => bytes),
  })
  return new Set(counted.filter(({ bytes }) => bytes > HISTORY_BYTES_A_DAY).map(({ owner_id }) => owner_id))
}

/** Data with its bytes of JSON, or null where it is too large or gone. */
function small(data: unknown = null): { data: unknown; bytes: number } {
  const bytes = Buffer.byteLength(JSON.stringify(data))
  return bytes > MAX_DATA_BYTES ? small() : { data, bytes }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns what is committed into events; returns how many facts it has taken. */
    dispatchEvents(): Promise<number>
    withPersonal: WithPersonal
  }
}
