import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable, Transaction } from './connections.ts'

/** Takes messages of transactions to others: after the commit, and never after a rollback. */
export interface Outlet<Entry> {
  /** Stores the entries with the last statements of their transaction, so that a node that dies afterwards loses none. */
  store?(db: Queryable, entries: Entry[]): Promise<unknown>
  /** Sends them. Does not throw, and nobody waits for it. */
  send(entries: Entry[]): void
}

/** Entries of a transaction so far, with their outlets. */
type Entries = { outlet: Outlet<unknown>; entry: unknown; isStored: boolean }[]

const units = new AsyncLocalStorage<Entries>()

/** Sends entries when the present transaction is committed; at once if `db` is not a transaction of `transaction`. */
export async function afterCommit<Entry>(db: Queryable, outlet: Outlet<Entry>, entries: Entry[]): Promise<void> {
  const noted = 'savepoint' in db ? units.getStore() : undefined
  if (noted) for (const entry of entries) noted.push({ outlet: outlet as Outlet<unknown>, entry, isStored: false })
  else {
    await outlet.store?.(db, entries)
    outlet.send(entries)
  }
}

const byOutlet = (entries: Entries) =>
  [...Map.groupBy(entries, ({ outlet }) => outlet)].map(
    ([outlet, group]) => [outlet, group.map(({ entry }) => entry)] as const,
  )

/** Stores the entries of a transaction so far, for statements that have to see them. */
export async function storeEntries(tx: Transaction): Promise<void> {
  const waiting = units.getStore()?.filter(({ isStored }) => !isStored) ?? []
  for (const one of waiting) one.isStored = true
  const stored = byOutlet(waiting).map(([outlet, entries]) => outlet.store?.(tx, entries))
  // After an error none may go on, because the rollback ends the transaction.
  await Promise.allSettled(stored)
  await Promise.all(stored)
}

/** Runs the work of a transaction, and stores its entries. Call `send` after the commit. */
export function inUnit<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<{ done: T; send(): void }> {
  const noted: Entries = []
  return units.run(noted, async () => {
    const done = await work(tx)
    await storeEntries(tx)
    return {
      done,
      send() {
        for (const [outlet, entries] of byOutlet(noted)) outlet.send(entries)
      },
    }
  })
}

/** Runs a savepoint. A rollback to it drops its entries. */
export async function inSavepoint<T>(work: () => Promise<T>): Promise<T> {
  const noted = units.getStore()
  const before = noted?.length ?? 0
  try {
    return await work()
  } catch (error) {
    if (noted) noted.length = before
    throw error
  }
}
