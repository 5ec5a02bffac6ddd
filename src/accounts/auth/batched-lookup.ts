import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { RequestContext, runForRequest } from '../../platform/lib/work-context.ts'
import type { FindAccount, TokenKey } from '../../platform/plugins/authentication.ts'

/** Shortest time between two statements. */
const EVERY_MS = 10
/** Statements that wait for answers at once. Meanwhile tokens gather: under load fewer statements look up more of them. */
const AT_ONCE = 2

interface Waiting {
  token: TokenKey
  resolve(account: Awaited<ReturnType<FindAccount>>): void
  reject(reason: unknown): void
}

/**
 * Finds accounts as `queries.auth.findAccount` does, those of all tokens that come within ten milliseconds by one statement. It is sent
 * after the last of them has come, so a session that had ended before is refused. The first does not wait: it goes with those of its turn
 * of the event loop.
 */
export function batchedLookup(): FindAccount {
  let waiting: Waiting[] = []
  let nextAt = 0
  let running = 0
  let isPlanned = false

  function plan(db: Queryable): void {
    if (isPlanned || waiting.length === 0 || running === AT_ONCE) return
    isPlanned = true
    // A client that leaves does not end the statement of the others, and a lock that it meets is no concern of other routes.
    runForRequest(new RequestContext(() => false, 'tokens', undefined, 'tokens'), () => {
      const wait = nextAt - performance.now()
      if (wait > 0) setTimeout(send, wait, db)
      else setImmediate(send, db)
    })
  }

  async function send(db: Queryable): Promise<void> {
    isPlanned = false
    running++
    nextAt = performance.now() + EVERY_MS
    const sent = waiting
    waiting = []
    const listed = <Key extends keyof TokenKey>(key: Key) => sent.map(({ token }) => token[key])
    try {
      const rows = await queries.auth.findAccounts(db, {
        user_ids: listed('user_id'),
        token_versions: listed('token_version'),
        sids: listed('sid'),
        jtis: listed('jti'),
      })
      const accounts = new Map(rows.map(({ number, ...account }) => [number - 1, account]))
      for (const [index, { resolve }] of sent.entries()) resolve(accounts.get(index))
    } catch (error) {
      for (const { reject } of sent) reject(error)
    }
    running--
    plan(db)
  }

  return (db, token) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<FindAccount>>>()
    waiting.push({ token, resolve, reject })
    plan(db)
    return promise
  }
}
