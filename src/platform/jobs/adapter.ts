import type { ConstructorOptions, Db } from 'pg-boss'
import type { Database, Queryable } from '../db/client.ts'

/**
 * True if a text has several statements with their own BEGIN and COMMIT, which need a reserved connection. PostgreSQL takes parameters
 * for single statements only, so the data of a job, which is a parameter, decides nothing. A single statement that names the word runs
 * on a reserved connection as well, which is slower and no error.
 */
const hasSeveral = (text: string, values: readonly unknown[]): boolean =>
  values.length === 0 && /\bCOMMIT\b/i.test(text)

/** The type `unknown`: PostgreSQL converts the parameter to the type that the statement needs. */
const UNKNOWN = 705

/**
 * Encodes the parameters of pg-boss. It passes JSON as text, which postgres.js would encode a second time.
 */
function encode(db: Queryable, value: unknown) {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value
  if (value instanceof Date) return db.typed(value.toISOString(), UNKNOWN)
  return db.typed(typeof value === 'object' ? JSON.stringify(value) : String(value), UNKNOWN)
}

/** Lets pg-boss use the caller's transaction. */
export const inTransaction = (db: Queryable): Db => ({
  async executeSql(text, values = []) {
    const parameters = values.map((value) => encode(db, value))
    // A text of several statements has a list of rows for each of them.
    const rows = await db.unsafe(text, parameters as never[], { prepare: !hasSeveral(text, values) })
    return { rows: [...rows].flat() }
  },
})

/** Lets pg-boss use the service's own pool, for its statements and for the notifications that wake its workers. */
export const onPool = (db: Database): NonNullable<ConstructorOptions['db']> => ({
  async executeSql(text, values = []) {
    return db.pool.run('write', async () => {
      if (!hasSeveral(text, values)) return inTransaction(db).executeSql(text, values)
      const connection = await db.reserve()
      try {
        return await inTransaction(connection).executeSql(text)
      } catch (error) {
        // Such a text leaves PostgreSQL in a transaction, which the next user of the connection would inherit.
        await connection`rollback`.catch(() => undefined)
        throw error
      } finally {
        connection.release()
      }
    })
  },
})
