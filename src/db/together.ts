/**
 * Waits until all have ended, then gives their values, or throws the first error in their order. For statements of a transaction that
 * are sent without waiting for each other's answers: PostgreSQL runs those of one connection one after another, so locks come first
 * when they are sent first. After an error none of them may go on, because the rollback ends the transaction. Nothing goes beside a
 * savepoint, which would take its statements back as well.
 */
export async function together<T extends readonly unknown[]>(
  ...work: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
