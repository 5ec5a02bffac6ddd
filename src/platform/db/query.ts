import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Queryable, Transaction } from './connections.ts'
import { compose, slotsOf, whole } from './fragments.ts'
import type { Kind } from './sessions.ts'

export const SQL_FOLDER = path.resolve(import.meta.dirname, '../../../sql')

type Params = Record<string, unknown>

export interface CompiledStatement {
  /** The statement with `$1, $2, ...` for its named parameters. */
  text: string
  /** Parameter names, in the order of their numbers. */
  names: string[]
  /** By default it is prepared once per connection. */
  options?: { prepare: boolean }
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

/** The text of a file under sql/. */
export const readSource = (file: string): string => readFileSync(path.join(SQL_FOLDER, `${file}.sql`), 'utf8')

const run = <R extends object>(statement: CompiledStatement, kind: Kind, db: Queryable, params: object) => {
  const { text, names, options = { prepare: true } } = statement
  const values = names.map((name) => (params as Params)[name] ?? null)
  const ask = (connection: Queryable) => connection.unsafe<R[]>(text, values as never[], options)
  return db.pool === undefined ? ask(db) : db.pool.run(kind, ask)
}

/** Reads the parts beside a statement. */
const beside =
  (file: string, read = readSource) =>
  (name: string): string =>
    read(path.join(path.dirname(file), name))

/** The text of a statement with the parts that it always has. */
export const readWhole = (file: string, read = readSource): string => whole(read(file), beside(file, read))

/** The text of a composed statement with these parts. */
export const readShape = (file: string, wanted: Iterable<string>): string =>
  compose(readWhole(file), new Set(wanted), beside(file))

/**
 * The header of an SQL file decides whether its function returns a list, a row, or a row or undefined.
 * `npm run sql:types` reads it, and writes src/platform/db/queries.ts with the types from PostgreSQL and with what the statement does: one that
 * may change rows, or wait for a lock on them, is a `write`.
 */
export function many<P extends object, R extends object>(file: string, kind: Kind) {
  // Files may change under a service, so all are read at its start; few statements of the many run soon.
  const source = readShape(file, [])
  let statement: CompiledStatement | undefined
  return (db: Queryable, params: P): Promise<R[]> => {
    statement ??= compileStatement(source)
    return run<R>(statement, kind, db, params)
  }
}

/**
 * `-- optional`: a row or undefined.
 * @throws Error when there are several, which is a defect of the statement: going on with any of them could be about a stranger's.
 */
export function optional<P extends object, R extends object>(file: string, kind: Kind) {
  const list = many<P, R>(file, kind)
  return async (db: Queryable, params: P): Promise<R | undefined> => {
    const rows = await list(db, params)
    if (rows.length > 1) throw new Error(`sql/${file}.sql gave ${rows.length} rows`)
    return rows[0]
  }
}

/** `-- one`: a row. @throws Error when there is none or there are several, which is a defect of the statement. */
export function one<P extends object, R extends object>(file: string, kind: Kind) {
  const find = optional<P, R>(file, kind)
  return async (db: Queryable, params: P): Promise<R> => {
    const row = await find(db, params)
    if (row === undefined) throw new Error(`sql/${file}.sql gave no row`)
    return row
  }
}

/** A statement without columns. */
export function nothing<P extends object>(file: string, kind: Kind) {
  const run = many<P, object>(file, kind)
  return async (db: Queryable, params: P): Promise<void> => void (await run(db, params))
}

/** A statement that gives out numbers: only in a transaction, which asks first whether the database is the one that nodes know. */
export const numbering =
  <A extends unknown[], R>(run: (db: Queryable, ...args: A) => R) =>
  (tx: Transaction, ...args: A): R =>
    run(tx, ...args)

/** Shapes of a statement that are remembered, and stay prepared on a connection. */
const MAX_SHAPES = 64
/** The driver closes what is over so many of the least used (patches/). */
const PREPARED_SHAPE = { prepare: true, shapes: MAX_SHAPES }

/** Statements that PostgreSQL plans for the values of each call, because no plan fits two of them. */
const PLANNED_EACH_TIME = { prepare: false }

const newShape = (composed: string): CompiledStatement => ({
  ...compileStatement(composed),
  options: /^-- plan: each time$/m.test(composed) ? PLANNED_EACH_TIME : PREPARED_SHAPE,
})

/**
 * A statement that is composed of the parts that a request needs (src/platform/db/fragments.ts). Each of its shapes is prepared once per
 * connection, unless one of its parts says `-- plan: each time`; the ones used least recently are forgotten. Wanted parts of other
 * statements are left out.
 */
export function composed<P extends object, R extends object, Part extends string>(
  file: string,
  kind: Kind,
  read: (file: string) => string = readSource,
) {
  const source = readWhole(file, read)
  const names = slotsOf(source).flatMap((slot) => slot.names)
  const parts = new Map(names.map((name) => [name, beside(file, read)(name)]))
  const shapes = new Map<string, CompiledStatement>()
  const shapeOf = (wanted: ReadonlySet<string>) => {
    const key = names.filter((name) => wanted.has(name)).join()
    const shape = shapes.get(key) ?? newShape(compose(source, wanted, (name) => parts.get(name) ?? ''))
    // A Map keeps the order of insertion: the first is the one that was used least recently.
    shapes.delete(key)
    shapes.set(key, shape)
    const [oldest] = shapes.keys()
    if (shapes.size > MAX_SHAPES && oldest !== undefined) shapes.delete(oldest)
    return shape
  }
  return (db: Queryable, wanted: ReadonlySet<Part>, params: P): Promise<R[]> =>
    run<R>(shapeOf(wanted), kind, db, params)
}
