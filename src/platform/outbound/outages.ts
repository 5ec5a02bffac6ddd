import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { noteFailed, type OutsideService } from '../lib/outages.ts'

const SERVICES: readonly OutsideService[] = ['mail', 'payments', 'channels', 'files']
/** Time between tries of one job whether a service answers again. */
const PROBE_MS = 5_000
/** After so long without a failure nobody knows whether a service is still away. */
const STALE_MS = 10 * 60_000

export interface Outages {
  /**
   * Returns the same client, whose calls say whether the service is away: the first failure for which `isAway` holds begins an outage, the
   * first answer ends it, even a refusal. Each is one line in the log. So are the first and the last failure of a call for which `isPassing` holds: the
   * service is there, and does not do this for now, because a disk is full or it has had enough.
   */
  watch<T extends object>(
    service: OutsideService,
    client: T,
    isAway: (error: unknown) => boolean,
    isPassing?: (error: unknown) => boolean,
  ): T
  isAway(service: OutsideService): boolean
  /** True if somebody may try now whether a service answers again: true once in five seconds. */
  mayProbe(service: OutsideService): boolean
  /** The state of each service, for metrics. */
  figures(): ReadonlyMap<OutsideService, { isAway: boolean; isRefusing: boolean }>
}

interface Outage {
  since: number
  failedAt: number
  probeAt: number
}

/** Tells which services outside are away. `probeMs`: 0 in tests that run jobs by themselves. */
export const outages = fp(async (app: FastifyInstance, { probeMs = PROBE_MS }: { probeMs?: number | undefined }) => {
  const running = new Map<OutsideService, Outage>()
  /** Since when a call of a service is refused. */
  const refused = new Map<OutsideService, Map<PropertyKey, number>>(SERVICES.map((service) => [service, new Map()]))

  function noteRefusal(service: OutsideService, call: PropertyKey, error: unknown): void {
    noteFailed(error, { isExcused: false })
    const calls = refused.get(service)
    if (calls?.has(call)) return
    calls?.set(call, Date.now())
    app.log.error({ service, reason: reasonOf(error) }, 'service refuses for now')
  }

  function noteSuccess(service: OutsideService, call: PropertyKey): void {
    const since = refused.get(service)?.get(call)
    if (since === undefined) return
    refused.get(service)?.delete(call)
    app.log.info({ service, seconds: secondsSince(since) }, 'service accepts again')
  }

  function noteFailure(service: OutsideService, error: unknown): void {
    const now = Date.now()
    const known = running.get(service)
    noteFailed(error, { isExcused: known !== undefined })
    if (known) {
      known.failedAt = now
      return
    }
    running.set(service, { since: now, failedAt: now, probeAt: now + probeMs })
    app.log.error({ service, reason: reasonOf(error) }, 'service away')
  }

  function noteAnswer(service: OutsideService): void {
    const outage = running.get(service)
    if (!outage) return
    running.delete(service)
    app.log.info({ service, seconds: secondsSince(outage.since) }, 'service back')
  }

  app.decorate('outages', {
    watch(service, client, isAway, isPassing = () => false) {
      const note = (error: unknown, call?: PropertyKey) => {
        if (isAway(error)) return noteFailure(service, error)
        noteAnswer(service)
        if (call !== undefined && isPassing(error)) noteRefusal(service, call, error)
      }
      async function* pages(list: AsyncIterable<unknown>) {
        try {
          for await (const page of list) {
            noteAnswer(service)
            yield page
          }
        } catch (error) {
          note(error)
          throw error
        }
      }
      return new Proxy(client, {
        get(target, call, receiver) {
          const value: unknown = Reflect.get(target, call, receiver)
          if (typeof value !== 'function' || call === 'close') return value
          return (...args: unknown[]) => {
            const result: unknown = Reflect.apply(value, target, args)
            if (isList(result)) return pages(result)
            if (!(result instanceof Promise)) return result
            return result.then(
              (answer: unknown) => {
                noteAnswer(service)
                noteSuccess(service, call)
                return answer
              },
              (error: unknown) => {
                note(error, call)
                throw error
              },
            )
          }
        },
      })
    },
    isAway: (service) => running.has(service),
    mayProbe(service) {
      const outage = running.get(service)
      if (outage && Date.now() < outage.probeAt) return false
      if (outage) outage.probeAt = Date.now() + probeMs
      return true
    },
    figures() {
      const recent = Date.now() - STALE_MS
      return new Map(
        SERVICES.map((service) => [
          service,
          {
            isAway: (running.get(service)?.failedAt ?? 0) > recent,
            isRefusing: (refused.get(service)?.size ?? 0) > 0,
          },
        ]),
      )
    },
  } satisfies Outages)
})

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const secondsSince = (time: number): number => Math.round((Date.now() - time) / 1_000)

const MAX_CAUSES = 5

/** The cause of an error, which SDKs put into `detail`. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error ? (error.cause ?? ('detail' in error ? error.detail : undefined)) : undefined

/** The error and what caused it, down to the first cause, in one line. */
function reasonOf(error: unknown): string {
  const reasons: string[] = []
  for (let cause = error; cause !== undefined && reasons.length < MAX_CAUSES; cause = causeOf(cause)) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const text = String(cause) || code
    const reason = text.includes(code) ? text : `${text} (${code})`
    if (!reasons.some((known) => known.includes(reason))) reasons.push(reason)
  }
  return reasons.join(': ').replaceAll('\n', ' ')
}
