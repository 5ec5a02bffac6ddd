import { hasLost, whilePresent } from '../../platform/db/presence.ts'
import { AppError } from '../../platform/http/errors.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import type { AccountsContext } from '../context.ts'

/**
 * Runs an operation whose failures of the server are 500 in the specification: so is a database that is away
 * (docs/design/api.md, "Accounts").
 * @throws AppError
 */
export async function withServerFailures<T>({ db }: AccountsContext, work: () => Promise<T>): Promise<T> {
  try {
    return await whilePresent(db, work)
  } catch (error) {
    if (!(error instanceof Error) || !(await hasLost(db, error))) throw error
    const { code, headers } = toAppError(error)
    throw new AppError(code, { status: 500, headers, cause: error })
  }
}
