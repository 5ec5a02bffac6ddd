import type { ConstructorOptions, Db } from 'pg-boss'
import type { Database, Queryable } from '../db/client.ts'

/** Several statements in one text, with a BEGIN and COMMIT of their own: they need a connection to themselves. */
const SEVERAL = /\bCOMMIT\b/i

/** PostgreSQL takes a parameter of this type for whatever the statement needs there. */
const UNKNOWN = 705

/**
 * Parameters as pg-boss means them: JSON arrives as text and must go out as it is, where postgres.js would encode it a
 * second time.
 */
function encode(db: Queryable, value: unknown) {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value
  if (value instanceof Date) return db.typed(value.toISOString(), UNKNOWN)
  return db.typed(typeof value === 'object' ? JSON.stringify(value) : String(value), UNKNOWN)
}

/** pg-boss inside the caller's transaction. */
export const inTransaction = (db: Queryable): Db => ({
  async executeSql(text, values = []) {
    const parameters = values.map((value) => encode(db, value))
    return { rows: [...(await db.unsafe(text, parameters as never[], { prepare: !SEVERAL.test(text) }))] }
  },
})

/** pg-boss on the service's own pool: its statements, and the notifications that wake its workers. */
export const onPool = (db: Database): NonNullable<ConstructorOptions['db']> => ({
  async executeSql(text, values) {
    if (!SEVERAL.test(text)) return inTransaction(db).executeSql(text, values)
    const connection = await db.reserve()
    try {
      return await inTransaction(connection).executeSql(text)
    } finally {
      connection.release()
    }
  },
  async listen(channel, onNotification, onReconnect) {
    const { unlisten } = await db.listen(channel, onNotification, onReconnect)
    return { close: unlisten }
  },
})
