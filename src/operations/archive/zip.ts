import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Bytes that are read ahead of a client that reads slowly. */
const AHEAD_BYTES = 65_536

export interface WrittenFile {
  bytes: number
  sha256: string
}

export interface ZipWriter {
  out: Readable
  /** The files so far, by name. */
  files: Map<string, WrittenFile>
  /** Writes a file while it is read; nothing but what the client can take soon is in memory. @throws what the source throws, or an Error when the client is gone. */
  write(name: string, source: AsyncIterable<string | Uint8Array>, options: { compress: boolean }): Promise<void>
  end(): void
}

/** A ZIP file that is written one file after the other, while it is read. */
export function openZip(): ZipWriter {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream, { objectMode: false, highWaterMark: AHEAD_BYTES })
  const files = new Map<string, WrittenFile>()
  let current: Readable | undefined
  // The caller of `write` gets each error.
  zip.on('error', () => undefined)
  out.once('close', () => current?.destroy(new Error('the reader is gone')))

  return {
    out,
    files,
    async write(name, source, { compress }) {
      if (out.destroyed) throw new Error('the reader is gone')
      const hash = createHash('sha256')
      let bytes = 0
      async function* counted() {
        for await (const part of source) {
          const content = Buffer.from(part)
          hash.update(content)
          bytes += content.length
          yield content
        }
      }
      current = Readable.from(counted(), { objectMode: false, highWaterMark: AHEAD_BYTES })
      const done = finished(current)
      zip.addReadStream(current, name, { compress })
      await done
      files.set(name, { bytes, sha256: hash.digest('hex') })
    },
    end: () => zip.end(),
  }
}
