import { OutboundError } from '../../platform/outbound/outbound.ts'

/** When a delivery is tried again, in seconds after each failure: ten tries in some three days. */
const HOUR = 3_600
const PAUSES = [5, 300, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** The longest pause that a receiver can ask for, in seconds. */
const LONGEST_ASKED = 24 * HOUR
/** Random part of a pause: what failed at once does not come back at once. */
const JITTER = 0.2

/** The receiver wants nothing any more. */
export const GONE = 410

/** Response of a receiver. */
export interface Answer {
  status: number
  /** In seconds. */
  retryAfter: number | undefined
  /** The beginning of its body. */
  text: string
}

export interface Outcome {
  status: 'delivered' | 'waiting' | 'failed'
  status_code: number | null
  error: string | null
  answer: string | null
  wait_seconds: number
}

/**
 * Consequences of an attempt. Pure.
 * @param attempts how many there were, with this one.
 * @param chance between 0 and 1.
 */
export function outcomeOf(answered: Answer | OutboundError, attempts: number, chance: number): Outcome {
  const isAnswer = !(answered instanceof OutboundError)
  const isDelivered = isAnswer && answered.status >= 200 && answered.status < 300
  const isGone = isAnswer && answered.status === GONE
  const pause = PAUSES[attempts - 1]
  const said = {
    status_code: isAnswer ? answered.status : null,
    error: isAnswer ? null : answered.code,
    // Never of an address that was refused, which has answered nothing.
    answer: isAnswer ? answered.text : null,
  }
  if (isDelivered) return { ...said, status: 'delivered', wait_seconds: 0 }
  if (isGone || pause === undefined) return { ...said, status: 'failed', wait_seconds: 0 }
  const asked = isAnswer ? Math.min(answered.retryAfter ?? 0, LONGEST_ASKED) : 0
  const own = pause * (1 - JITTER + 2 * JITTER * chance)
  return { ...said, status: 'waiting', wait_seconds: Math.ceil(Math.max(asked, own)) }
}
