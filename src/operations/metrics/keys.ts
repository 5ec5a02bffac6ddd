import { Counter, type Registry } from 'prom-client'

/** Keys that a node counts by themselves; those that it sees later are counted together. */
const MAX_KEYS = 100

/** Counts requests with API keys, by key and by what became of them. */
export function keyMetrics(registry: Registry): (id: string, status: number) => void {
  const requests = new Counter({
    name: 'api_key_requests_total',
    help: 'Requests with API keys, by key (a hundred of them, then `other`; `unknown` is none) and outcome: ok, refused, failed',
    labelNames: ['key', 'outcome'] as const,
    registers: [registry],
  })
  const seen = new Set(['unknown'])
  return (id, status) => {
    if (seen.size < MAX_KEYS) seen.add(id)
    const outcome = status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed'
    requests.inc({ key: seen.has(id) ? id : 'other', outcome })
  }
}
