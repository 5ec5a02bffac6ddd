/** Position of a database: its identity, its timeline, and the end of its log (an LSN). */
export interface Position {
  database: string
  lsn: bigint
}

const TEXT = /^(\d{1,20}\.\d{1,10}\.\d{1,10})\/([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

/** Reads `7310….16384.1/0/3000148`; undefined for other texts. Pure. */
export function positionOf(text: string): Position | undefined {
  const [, database, high, low] = TEXT.exec(text) ?? []
  if (database === undefined) return undefined
  return { database, lsn: (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) }
}

/** True if somebody who is here has all that was there; of another timeline nobody can say. Pure. */
export const hasReplayed = (here: Position, there: Position): boolean =>
  here.database === there.database && here.lsn >= there.lsn
