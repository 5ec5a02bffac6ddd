import type { Transaction } from '../../platform/db/client.ts'
import type { Report } from './report.ts'

/** Ends a transaction that is not to be kept, with what it has come to. */
class TakenBack<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('taken back')
    this.result = result
  }
}

/**
 * Runs the work of an import: the same for a trial, of which nothing is kept. Nor is anything kept of one with problems.
 * `run` gives it its transaction.
 * @throws AppError 400 with the problems, unless it is a trial.
 */
export async function allOrNothing<T>(
  { isTrial, report }: { isTrial: boolean; report: Report },
  work: (tx: Transaction) => Promise<T>,
  run: (work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<T> {
  const tried = async (tx: Transaction) => {
    const result = await work(tx)
    if (isTrial || report.count > 0) throw new TakenBack(result)
    return result
  }
  let result: T
  try {
    result = await run(tried)
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
    result = error.result
  }
  if (report.count > 0 && !isTrial) throw report.refusal()
  return result
}
