import { AppError } from './errors.ts'

const RETRY_SECONDS = 5

/**
 * Work of which an account does one piece at a time on a node, because it takes long. Returns what begins a piece, which returns what
 * ends it. @throws AppError 429 while another piece of the same account runs.
 */
export function oneAtATime(): (account: number) => () => void {
  const busy = new Set<number>()
  return (account) => {
    if (busy.has(account)) throw new AppError('tooManyRequests', { headers: { 'retry-after': String(RETRY_SECONDS) } })
    busy.add(account)
    return () => void busy.delete(account)
  }
}
