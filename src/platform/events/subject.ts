import type { z } from 'zod'
import type { Queryable, Transaction } from '../db/client.ts'
import type { Scope } from '../http/scopes.ts'
import type { SubjectName } from './types.ts'

/** Something that has happened, and is to be shown. */
export interface Fact {
  subject_id: string
  property_id: string | null
  /** Changed days of a calendar, both inclusive. */
  from_day: string | null
  to_day: string | null
}

/** The subject of events. Its module says how its owner sees it, as `GET` shows it to them. */
export interface EventSubject<Data extends z.ZodObject = z.ZodObject, Context = never> {
  name: SubjectName
  /** Schema of its data. It has an id, by which the documents name it. */
  data: Data
  /**
   * The subjects of some facts as they are now, in the order of the facts. One that is no more is undefined. It reads them
   * with few statements, because the feed waits for it.
   */
  show(context: Context, tx: Transaction, facts: Fact[]): Promise<(z.input<Data> | undefined)[]>
  /** Fields that are never stored with an event. They are read by the id of the subject, as they are now, for readers who may see them. */
  personal?: { scope: Scope; read(db: Queryable, ids: string[]): Promise<Map<string, Partial<z.input<Data>>>> }
}

/** Declares a subject; what it shows has the type of its data. */
export const defineSubject = <Data extends z.ZodObject, Context>(
  subject: EventSubject<Data, Context>,
): EventSubject<Data, Context> => subject

/** Rows in the order of the facts that are about them. Pure. */
export function inOrder<Row, Shown>(
  facts: Fact[],
  rows: Row[],
  idOf: (row: Row) => string | number,
  show: (row: Row) => Shown,
): (Shown | undefined)[] {
  const shown = new Map(rows.map((row) => [String(idOf(row)), show(row)]))
  return facts.map(({ subject_id }) => shown.get(subject_id))
}

/** Subjects that are known by their numbers, in the order of the facts that are about them. */
export async function showNumbered<Row extends { id: number }, Shown>(
  facts: Fact[],
  read: (ids: number[]) => Promise<Row[]>,
  show: (row: Row) => Shown,
): Promise<(Shown | undefined)[]> {
  const ids = [...new Set(facts.map(({ subject_id }) => Number(subject_id)))]
  return inOrder(facts, await read(ids), ({ id }) => id, show)
}
