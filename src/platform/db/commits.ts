import { AsyncLocalStorage } from 'node:async_hooks'
import { workContext } from '../lib/work-context.ts'
import type { Queryable, Transaction } from './pool.ts'

/** Takes what a transaction says to others: after its commit, and never after a rollback. */
export interface Outlet<Entry> {
  /** Stores the entries with the last statement of their transaction, so that a node that dies afterwards loses none. */
  store?(db: Queryable, entries: Entry[]): Promise<unknown>
  /** Sends them. Does not throw, and nobody waits for it. */
  send(entries: Entry[]): void
}

/** Entries of a transaction so far, with their outlets. */
type Said = { outlet: Outlet<unknown>; entry: unknown }[]

const units = new AsyncLocalStorage<Said>()
const listeners = new WeakMap<object, Set<() => void>>()

/** Has an outlet send an entry when the present transaction is committed; at once, where `db` is none that `transaction` has begun. */
export async function afterCommit<Entry>(db: Queryable, outlet: Outlet<Entry>, entries: Entry[]): Promise<void> {
  const said = 'savepoint' in db ? units.getStore() : undefined
  if (said === undefined) {
    await outlet.store?.(db, entries)
    outlet.send(entries)
    return
  }
  for (const entry of entries) said.push({ outlet: outlet as Outlet<unknown>, entry })
}

/** Calls back after each commit of requests and jobs on a pool. Returns a function that ends this. */
export function onCommit(db: object, listener: () => void): () => void {
  const all = listeners.get(db) ?? new Set()
  listeners.set(db, all.add(listener))
  return () => void all.delete(listener)
}

/** Something may have been committed. Work of the node itself, such as that of the listeners, wakes nobody. */
export function committed(db: object): void {
  if (workContext().requestId === undefined) return
  for (const listener of listeners.get(db) ?? []) listener()
}

/** Runs the work of a transaction, and stores what it has said. Returns what to do after the commit. */
export function inUnit<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<{ done: T; send(): void }> {
  const said: Said = []
  return units.run(said, async () => {
    const done = await work(tx)
    const outlets = [...Map.groupBy(said, ({ outlet }) => outlet)].map(
      ([outlet, group]) => [outlet, group.map(({ entry }) => entry)] as const,
    )
    for (const [outlet, entries] of outlets) await outlet.store?.(tx, entries)
    return {
      done,
      send() {
        for (const [outlet, entries] of outlets) outlet.send(entries)
      },
    }
  })
}

/** Runs a savepoint. What was said in one that is undone is said no more. */
export async function inSavepoint<T>(work: () => Promise<T>): Promise<T> {
  const said = units.getStore()
  const before = said?.length ?? 0
  try {
    return await work()
  } catch (error) {
    if (said) said.length = before
    throw error
  }
}
