import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { identityOf } from './identity.ts'

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

/** Makes an `onRequest` hook by which an account has one such request at a time, from before its body is read until its answer is sent. */
export function oneRequestAtATime() {
  const begin = oneAtATime()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.raw.once('close', begin(identityOf(request).userId))
  }
}
