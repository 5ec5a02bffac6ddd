import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { FORMAT, MANIFEST, type Manifest, manifest, VERSION } from './format.ts'

/** An archive that is not as this service writes them. Its text is for operators. */
export class ArchiveError extends Error {}

/** Limits of an archive: what a company of the largest size has, and a program reads in some minutes. */
const MAX_ENTRIES = 200_000
const MAX_BYTES = 100 * 1024 ** 3
const MAX_MANIFEST_BYTES = 64 * 1024 ** 2
const MAX_FILE_BYTES = 32 * 1024 ** 2
const MAX_LINE_CHARACTERS = 16 * 1024 ** 2

export interface Archive {
  manifest: Manifest
  /** The lines of a list, in their order. @throws ArchiveError for one that has another shape. */
  lines<T extends z.ZodType>(name: string, line: T): AsyncGenerator<z.output<T>>
  /** The bytes of a file; undefined: there is none of this name. */
  file(name: string): Promise<Buffer | undefined>
}

const refused = (text: string, cause?: unknown): ArchiveError =>
  new ArchiveError(`This archive is refused: ${text}`, { cause })

/**
 * Reads an archive, whose files are compared with its manifest before `work` begins. Names of files lead nowhere: nothing is written under them.
 * @throws ArchiveError when it is broken, altered, too large, or of a version that this service does not read.
 */
export async function withArchive<T>(path: string, work: (archive: Archive) => Promise<T>): Promise<T> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    (error: unknown) => {
      throw isSystemError(error) ? error : refused('it is no ZIP file, or not whole', error)
    },
  )
  try {
    const entries = await listEntries(zip)
    const described = await readManifest(zip, entries)
    await compare(zip, entries, described)
    return await work({
      manifest: described,
      async *lines(name, line) {
        const entry = entries.get(`${name}.jsonl`)
        if (!entry) throw refused(`it has no ${name}.jsonl`)
        let number = 0
        for await (const text of textLines(zip, entry)) {
          number++
          yield parsed(line, text, `line ${number} of ${name}.jsonl`)
        }
      },
      async file(name) {
        const entry = entries.get(name)
        return entry && buffer(await open(zip, entry, MAX_FILE_BYTES))
      },
    })
  } finally {
    zip.close()
  }
}

/** True if the file system says something, such as that there is no such file. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw refused(`it has more than ${MAX_ENTRIES} files`)
  const entries = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw refused(`it has ${entry.fileName} twice`)
      entries.set(entry.fileName, entry)
      bytes += entry.uncompressedSize
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : refused('its list of files is broken', error)
  }
  if (bytes > MAX_BYTES) throw refused(`it has more than ${MAX_BYTES / 1024 ** 3} GB`)
  return entries
}

/** The content of a file, which has no more bytes than the list says: yauzl sees to that. */
async function open(zip: ZipFile, entry: Entry, maxBytes: number) {
  if (entry.uncompressedSize > maxBytes) throw refused(`${entry.fileName} is too large`)
  return zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw refused(`${entry.fileName} is broken`, error)
  })
}

function parsed<T extends z.ZodType>(shape: T, text: string, where: string): z.output<T> {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const field = issue ? ` (${issue.path.join('.')}: ${issue.message})` : ''
    throw refused(`${where} is not understood${field}`, error)
  }
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  if (!entry) throw refused('it has no manifest. The download may have been cut off')
  const text = (await buffer(await open(zip, entry, MAX_MANIFEST_BYTES)).catch(() => Buffer.of())).toString()
  const { format, version } = parsed(z.looseObject({ format: z.string(), version: z.int() }), text, MANIFEST)
  if (format !== FORMAT) throw refused('it is no archive of a company')
  if (version !== VERSION) throw refused(`its format is version ${version}, and this service reads version ${VERSION}`)
  return parsed(manifest, text, MANIFEST)
}

/** Compares all files with the manifest. */
async function compare(zip: ZipFile, entries: Map<string, Entry>, { files }: Manifest): Promise<void> {
  const described = new Map(Object.entries(files))
  const unknown = [...entries.keys()].find((name) => name !== MANIFEST && !described.has(name))
  if (unknown !== undefined) throw refused(`its manifest does not know ${unknown}`)
  for (const [name, { bytes, sha256 }] of described) {
    const entry = entries.get(name)
    if (!entry) throw refused(`it lacks ${name}`)
    const hash = createHash('sha256')
    try {
      for await (const part of await open(zip, entry, MAX_BYTES)) hash.update(part as Buffer)
    } catch (error) {
      throw refused(`${name} is broken`, error)
    }
    if (entry.uncompressedSize !== bytes || hash.digest('hex') !== sha256) throw refused(`${name} was altered`)
  }
}

async function* textLines(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const content = await open(zip, entry, MAX_BYTES)
  content.setEncoding('utf8')
  let rest = ''
  for await (const part of content) {
    const [first = '', ...others] = String(part).split('\n')
    rest += first
    if (rest.length > MAX_LINE_CHARACTERS) throw refused(`a line of ${entry.fileName} is too long`)
    for (const next of others) {
      yield rest
      rest = next
    }
  }
  if (rest !== '') yield rest
}
