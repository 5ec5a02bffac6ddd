import { Histogram, type Registry } from 'prom-client'
import type { WatchCalls } from '../../platform/lib/reports.ts'

export function callMetrics(registry: Registry): WatchCalls {
  const durations = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'Duration of calls to other services (payments, channels, calendars, mail, files), by service and outcome',
    labelNames: ['peer', 'call', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return (peer, functions) =>
    new Proxy(functions, {
      get(target, call, receiver) {
        const value: unknown = Reflect.get(target, call, receiver)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const end = durations.startTimer({ peer, call: String(call) })
          const result: unknown = Reflect.apply(value, target, args)
          if (result instanceof Promise) {
            result.then(
              () => end({ outcome: 'ok' }),
              () => end({ outcome: 'failed' }),
            )
          }
          return result
        }
      },
    })
}
