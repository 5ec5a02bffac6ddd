import { seriesNamed, skipNumbers } from '../../money/invoices/numbers.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { addUp, type Sums } from './format.ts'
import { documentLine, moneyLine } from './lines.ts'
import { type Archive, ArchiveError } from './read.ts'

/** Entries of history that are written at once. */
const BATCH = 200

/** An archive and its company here, with the ids of homes and stays, and the sellers, by what the archive calls them. */
export interface History {
  archive: Archive
  owner_id: number
  homes: ReadonlyMap<string, string>
  stays: ReadonlyMap<number, number>
  sellers: ReadonlyMap<string, number>
}

type Line = { day: string; archive?: string | undefined; property_id: string | null; reservation_id: number | null }

/** An entry of history, with the numbers that home and stay have here. Pure. */
const entryOf = <T extends Line>({ archive, homes, stays }: History, line: T, file: string | null = null) => {
  const { day: on_day, ...fields } = line
  const property_id = homes.get(line.property_id ?? '') ?? null
  const reservation_id = stays.get(line.reservation_id ?? 0) ?? null
  const archive_id = line.archive ?? archive.manifest.id
  return { ...fields, archive_id, on_day, property_id, reservation_id, file, data: line }
}

/** Writes entries in batches. */
async function writeEntries(tx: Transaction, owner_id: number, entries: AsyncIterable<object>): Promise<void> {
  let batch: object[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < BATCH) continue
    await queries.archive.insertEntries(tx, { owner_id, entries: batch })
    batch = []
  }
  if (batch.length > 0) await queries.archive.insertEntries(tx, { owner_id, entries: batch })
}

/** Writes documents, and lets the series of the company's sellers go on above their numbers. */
export async function writeDocuments(
  tx: Transaction,
  history: History,
  files: ReadonlyMap<string, string>,
): Promise<number> {
  const last = new Map<string, number>()
  let count = 0
  async function* entries() {
    for await (const line of history.archive.lines('documents', documentLine)) {
      count++
      const [, name, digits] = /^(.+)-(\d+)$/.exec(line.number) ?? []
      if (name !== undefined) last.set(name, Math.max(last.get(name) ?? 0, Number(digits)))
      yield entryOf(history, line, files.get(line.file) ?? null)
    }
  }
  await writeEntries(tx, history.owner_id, entries())
  for (const [name, number] of last) {
    const series = seriesNamed(name)
    if (series.prefix !== undefined && history.sellers.has(series.prefix)) await skipNumbers(tx, series, number)
  }
  return count
}

/** Writes money, whose sums are those of the manifest. @throws ArchiveError */
export async function writeMoney(tx: Transaction, history: History): Promise<Sums[]> {
  const sums = new Map<string, Sums>()
  async function* entries() {
    for await (const line of history.archive.lines('money', moneyLine)) {
      addUp(sums, { ...line, is_refund: line.kind === 'refund', is_counted: line.method !== 'carried' })
      yield entryOf(history, line)
    }
  }
  await writeEntries(tx, history.owner_id, entries())
  const inOrder = (all: Sums[]) => JSON.stringify(all.toSorted((a, b) => a.currency.localeCompare(b.currency)))
  if (inOrder([...sums.values()]) !== inOrder(history.archive.manifest.money))
    throw new ArchiveError('The money of this archive does not sum to what its manifest says.')
  return [...sums.values()]
}
