import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createBrotliDecompress } from 'node:zlib'

/** Files of places beside this module, which `npm run places` makes. */
export type PlaceFile = 'countries' | 'cities' | 'neighborhoods'

export const FOLDER = import.meta.dirname

/** Rows of a batch. Reading one takes a few milliseconds, so the service keeps answering. */
const BATCH = 2_000

/** A row of cells; an empty one is a value that is not known. */
export type PlaceRow = string[]

/** The rows of a prepared file, in batches. */
export async function* readBatches(name: PlaceFile): AsyncGenerator<PlaceRow[]> {
  const text = createReadStream(path.join(FOLDER, `${name}.tsv.br`))
    .pipe(createBrotliDecompress())
    .setEncoding('utf8')
  let batch: PlaceRow[] = []
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      batch.push(line.split('\t'))
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
