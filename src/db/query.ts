import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Queryable, type Use, withConnection } from './client.ts'

const SQL_FOLDER = path.resolve(import.meta.dirname, '../../sql')

export type Params = Record<string, unknown>

export interface CompiledStatement {
  /** The statement with `$1, $2, ...` for its named parameters. */
  text: string
  /** Parameter names, in the order of their numbers. */
  names: string[]
}

// Comments, quoted text and casts are matched first, so that a colon in them is not taken for a parameter.
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|::|:([a-z_][a-z0-9_]*)/g

/** Replaces `:name` by `$n`, with the same number for the same name. Pure. */
export function compileStatement(source: string): CompiledStatement {
  const names: string[] = []
  const text = source.replace(TOKEN, (token: string, name: string | undefined) => {
    if (name === undefined) return token.startsWith('--') ? '' : token
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text: text.trim(), names }
}

/**
 * The function of one SQL file. The statement is prepared once per connection. With `-- plan: each time` in its header
 * it is planned for the parameters of every call, because its filters differ too much for one plan.
 */
function statementOf(file: string, use: Use) {
  const source = readFileSync(path.join(SQL_FOLDER, `${file}.sql`), 'utf8')
  const statement = compileStatement(source)
  const prepare = !/^-- plan: each time$/m.test(source)
  return async <R extends object>(db: Queryable, params: object): Promise<R[]> => {
    const values = statement.names.map((name) => (params as Params)[name] ?? null)
    return await withConnection(db, use, (connection) =>
      connection.unsafe<R[]>(statement.text, values as never[], { prepare }),
    )
  }
}

/**
 * The header of an SQL file decides whether its function returns a list, a row, or a row or undefined.
 * `npm run sql:types` reads it, and writes src/db/queries.ts with the types from PostgreSQL and with what the statement does: one that
 * may change rows, or wait for a lock on them, is a `write`.
 */
export function many<P extends object, R extends object>(file: string, use: Use) {
  const run = statementOf(file, use)
  return (db: Queryable, params: P): Promise<R[]> => run<R>(db, params)
}

/**
 * `-- optional`: a row or undefined.
 * @throws Error when there are several, which is a defect of the statement: going on with any of them could be about a stranger's.
 */
export function optional<P extends object, R extends object>(file: string, use: Use) {
  const run = statementOf(file, use)
  return async (db: Queryable, params: P): Promise<R | undefined> => {
    const rows = await run<R>(db, params)
    if (rows.length > 1) throw new Error(`sql/${file}.sql gave ${rows.length} rows`)
    return rows[0]
  }
}

/** `-- one`: a row. @throws Error when there is none or there are several, which is a defect of the statement. */
export function one<P extends object, R extends object>(file: string, use: Use) {
  const find = optional<P, R>(file, use)
  return async (db: Queryable, params: P): Promise<R> => {
    const row = await find(db, params)
    if (row === undefined) throw new Error(`sql/${file}.sql gave no row`)
    return row
  }
}

/** A statement without columns. */
export function nothing<P extends object>(file: string, use: Use) {
  const run = statementOf(file, use)
  return async (db: Queryable, params: P): Promise<void> => void (await run(db, params))
}
