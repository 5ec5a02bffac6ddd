import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { noteFailed, type OutsideService } from '../lib/outages.ts'

const SERVICES: readonly OutsideService[] = ['mail', 'payments', 'channels', 'files']
/** How often one job tries whether a service answers again. */
const PROBE_MS = 5_000
/** After so long without a failure nobody knows whether a service is still away. */
const STALE_MS = 10 * 60_000

export interface Outages {
  /**
   * Returns the same client, whose calls say whether the service is away: the first failure for which `isAway` holds begins an outage, the
   * first answer ends it, even a refusal. Each is one line in the log.
   */
  watch<T extends object>(service: OutsideService, client: T, isAway: (error: unknown) => boolean): T
  isAway(service: OutsideService): boolean
  /** Whether somebody may try now whether a service answers again: true once in five seconds. */
  mayProbe(service: OutsideService): boolean
  /** Whether each service is away, for metrics. */
  figures(): ReadonlyMap<OutsideService, boolean>
}

interface Outage {
  since: number
  failedAt: number
  probeAt: number
}

/** Tells which services outside are away. `probeMs`: 0 in tests that run jobs by themselves. */
export const outages = fp(async (app: FastifyInstance, { probeMs = PROBE_MS }: { probeMs?: number | undefined }) => {
  const running = new Map<OutsideService, Outage>()

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
    app.log.info({ service, seconds: Math.round((Date.now() - outage.since) / 1_000) }, 'service back')
  }

  app.decorate('outages', {
    watch(service, client, isAway) {
      const note = (error: unknown) => (isAway(error) ? noteFailure(service, error) : noteAnswer(service))
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
                return answer
              },
              (error: unknown) => {
                note(error)
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
      return new Map(SERVICES.map((service) => [service, (running.get(service)?.failedAt ?? 0) > recent]))
    },
  } satisfies Outages)
})

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The error and what caused it, in one line. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? String(error) : `${error}: ${cause}`
}
