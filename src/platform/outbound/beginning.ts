import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { OutboundError } from './outbound.ts'

/** Ends what an answer has besides its beginning; its connection ends with it, because the rest may be endless. */
const ENOUGH = new Error('enough')

export interface Beginning {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface Limits {
  timeoutMs: number
  /** A body that is not longer leaves the connection open for the next request. */
  maxBytes: number
}

/**
 * Sends a request, and resolves with the status, the headers and the beginning of the body. `request` of undici makes a stream and a signal for each
 * answer, which is a third of what a small one costs.
 * @throws OutboundError `timeout`, and what undici and its lookup throw.
 */
export function readBeginning(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, maxBytes }: Limits,
): Promise<Beginning> {
  const { promise, resolve, reject } = Promise.withResolvers<Beginning>()
  const begun: Beginning = { status: 0, headers: {}, text: '' }
  const chunks: Buffer[] = []
  let size = 0
  let controller: Dispatcher.DispatchController | undefined
  let late: OutboundError | undefined
  const timer = setTimeout(() => {
    late = new OutboundError('timeout')
    controller?.abort(late)
    // It may not have a connection yet.
    reject(late)
  }, timeoutMs)
  const end = () => {
    clearTimeout(timer)
    begun.text = Buffer.concat(chunks).subarray(0, maxBytes).toString().replaceAll('\0', '')
    resolve(begun)
  }
  dispatcher.dispatch(request, {
    onRequestStart(given) {
      controller = given
      if (late) given.abort(late)
    },
    onResponseStart(_, status, headers) {
      Object.assign(begun, { status, headers })
    },
    onResponseData(given, chunk) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) given.abort(ENOUGH)
    },
    onResponseEnd: end,
    onResponseError(_, error) {
      if (error === ENOUGH) return end()
      clearTimeout(timer)
      reject(error)
    },
  })
  return promise
}
