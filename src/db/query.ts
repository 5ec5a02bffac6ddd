import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Queryable } from './client.ts'

const SQL_FOLDER = path.resolve(import.meta.dirname, '../../sql')

export type Params = Record<string, unknown>

export interface CompiledStatement {
  /** The statement with `$1, $2, ...` for its named parameters. */
  text: string
  /** Parameter names, in the order of their numbers. */
  names: string[]
}

// Comments, quoted text and casts are matched first, so that a colon inside them is never a parameter.
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|::|:([a-z_][a-z0-9_]*)/g

/** Turns `:name` into `$n`; the same name is the same number. Pure. */
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
 * The function of one SQL file: prepared once a connection, then reused; with `-- plan: each time` in its header it is
 * planned anew for the parameters of every call, for a statement whose filters are so different that no one plan serves
 * them all.
 */
function statementOf(file: string) {
  const source = readFileSync(path.join(SQL_FOLDER, `${file}.sql`), 'utf8')
  const statement = compileStatement(source)
  const prepare = !/^-- plan: each time$/m.test(source)
  return async <R extends object>(db: Queryable, params: object): Promise<R[]> => {
    const values = statement.names.map((name) => (params as Params)[name] ?? null)
    return await db.unsafe<R[]>(statement.text, values as never[], { prepare })
  }
}

/**
 * What the header of an SQL file says of its rows decides what its function returns; their types come from
 * `src/db/queries.ts`, which `npm run sql:types` writes after asking PostgreSQL.
 */
export function many<P extends object, R extends object>(file: string) {
  const run = statementOf(file)
  return (db: Queryable, params: P): Promise<R[]> => run<R>(db, params)
}

/** `-- optional`: one row or none. */
export function optional<P extends object, R extends object>(file: string) {
  const run = statementOf(file)
  return async (db: Queryable, params: P): Promise<R | undefined> => (await run<R>(db, params))[0]
}

/** `-- one`: always one row. @throws Error when there is none, which is a defect of the statement. */
export function one<P extends object, R extends object>(file: string) {
  const run = statementOf(file)
  return async (db: Queryable, params: P): Promise<R> => {
    const [row] = await run<R>(db, params)
    if (row === undefined) throw new Error(`sql/${file}.sql gave no row`)
    return row
  }
}

/** A statement without columns. */
export function nothing<P extends object>(file: string) {
  const run = statementOf(file)
  return async (db: Queryable, params: P): Promise<void> => void (await run(db, params))
}
