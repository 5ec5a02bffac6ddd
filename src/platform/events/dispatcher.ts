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
/** How long it lets facts gather after a look, so that many commits are one batch. */
const GATHER_MS = 100
/** Facts that become events in one transaction. */
const BATCH = 200
/** Homes whose days do. */
const HOMES = 20
/** Events are hints: data that is larger is read where its address says. In bytes of JSON. */
const MAX_DATA_BYTES = 20_000

type Facts = Awaited<ReturnType<typeof queries.events.listFacts>>

/**
 * Turns facts that are committed into events with positions, on one node at a time: readers that follow the feed by position miss none,
 * in whatever order transactions commit (docs/integrations.md, "Events"). `dispatch` does what there is to do, and returns how many facts it took.
 */
export const dispatcher = fp(
  async (
    app: FastifyInstance,
    { subjects, run = true }: { subjects: EventSubject<z.ZodObject, FastifyInstance>[]; run?: boolean | undefined },
  ) => {
    const known = new Map(subjects.map((subject) => [String(subject.name), subject]))

    /** Turns facts into events with the next positions. */
    async function announce(tx: Transaction, facts: Facts): Promise<void> {
      const shown: { id: number; data: unknown }[] = []
      for (const [name, group] of Map.groupBy(facts, ({ type }) => subjectOf(type))) {
        const subject = known.get(name)
        const data = await subject?.show(app, tx, group)
        for (const [index, { id }] of group.entries())
          shown.push({ id, data: small(subject?.data.nullish().parse(data?.[index])) })
      }
      await queries.events.addDays(tx, {})
      await queries.events.givePositions(tx, { shown })
    }

    /** @returns facts that became events, and facts of days that were noted for the next time */
    async function takeSome(): Promise<{ taken: number; noted: number }> {
      return transaction(app.db, async (tx) => {
        await queries.events.lockFeed(tx, {})
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
  },
)

/** Data, or null where it is too large or gone. */
const small = (data: unknown): unknown =>
  data === undefined || data === null || Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES ? null : data

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns what is committed into events; returns how many facts it has taken. */
    dispatchEvents(): Promise<number>
    withPersonal: WithPersonal
  }
}
