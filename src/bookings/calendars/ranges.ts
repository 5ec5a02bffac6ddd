import type { z } from 'zod'
import { fieldProblem, invalid } from '../../platform/http/errors.ts'
import { addDays, daysBetween, isDay } from '../../platform/lib/days.ts'

interface Range {
  start: string | undefined
  end: string | undefined
}

/** The days that a request asks for. */
export interface AskedDays {
  from?: string | undefined
  to?: string | undefined
}

/** The days of an answer, both inclusive. */
export interface ShownDays {
  from_day: string
  to_day: string
}

/** The problem of a range of days, both inclusive. Invalid days have their own message. */
function rangeProblem({ start, end }: Range, maximum: number): 'dateRange' | 'periodTooLong' | undefined {
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return undefined
  const days = daysBetween(start, end) + 1
  return days < 1 ? 'dateRange' : days > maximum ? 'periodTooLong' : undefined
}

/** Reports a range of days, both inclusive, that ends before it begins or has more than `maximum` days. */
export function checkRange(range: Range, maximum: number, endField: string, context: z.core.$RefinementCtx): void {
  const message = rangeProblem(range, maximum)
  if (message) context.addIssue({ code: 'custom', path: [endField], message, params: { limit: maximum } })
}

/**
 * The requested days with their defaults: `following` days after the first one, which is today.
 * @throws AppError 400 on `to`, for a wrong order and for more than `limit` days.
 */
export function shownDays(
  { from, to }: AskedDays,
  today: string,
  { following, limit }: { following: number; limit: number },
): ShownDays {
  const from_day = from ?? today
  const to_day = to ?? addDays(from_day, following)
  const problem = rangeProblem({ start: from_day, end: to_day }, limit)
  if (problem) throw invalid({ to: fieldProblem(problem, { limit }) })
  return { from_day, to_day }
}
