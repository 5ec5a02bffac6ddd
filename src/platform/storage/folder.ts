import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../lib/environment.ts'
import { type Files, FOLDERS, type ListedFile, noRoom, outOfReach, PARTIAL } from './files.ts'

const PAGE = 500
const FULL = new Set(['ENOSPC', 'EDQUOT'])
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** The error of a file system as one of this service; errors of this code stay as they are. */
function translated(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  return FULL.has(code) ? noRoom(error) : outOfReach(error)
}

/** `undefined` for a file that is not there. */
async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? '')) return undefined
    throw translated(error)
  }
}

/**
 * Files in a folder of this machine or in a mounted one. @throws ConfigError when the folder cannot be written to, unless it is only
 * read.
 */
export async function openFolder(root: string, { isReadOnly = false } = {}): Promise<Files> {
  try {
    if (isReadOnly) return folderAt(root)
    for (const folder of FOLDERS) {
      await mkdir(path.join(root, folder), { recursive: true })
      await access(path.join(root, folder), constants.R_OK | constants.W_OK | constants.X_OK)
    }
  } catch (error) {
    throw new ConfigError(
      `Cannot keep files in ${root} (${codeOf(error)}): check STORAGE_URL, or DATA_DIR without it`,
      { cause: error },
    )
  }
  return folderAt(root)
}

function folderAt(root: string): Files {
  const place = (name: string) => path.join(root, name)

  return {
    async write(name, content) {
      const partial = place(`${PARTIAL}/${randomUUID()}`)
      try {
        await writeDurably(partial, content)
        await rename(partial, place(name))
        await syncFolder(path.dirname(place(name)))
      } catch (error) {
        // The sweep of orphans finds what cannot be removed now.
        await rm(partial, { force: true }).catch(() => undefined)
        throw translated(error)
      }
    },
    async facts(name) {
      const found = await ifPresent(stat(place(name)))
      return found?.isFile() ? { size: found.size, modified: found.mtime } : undefined
    },
    async read(name, range) {
      const file = await ifPresent(open(place(name)))
      const found = await file?.stat()
      if (file === undefined || !found?.isFile()) {
        await file?.close()
        return undefined
      }
      // The stream closes the file, also when its reader goes away.
      return { facts: { size: found.size, modified: found.mtime }, body: file.createReadStream(range) }
    },
    async remove(name) {
      await ifPresent(rm(place(name)))
    },
    async *list(folder, start) {
      const entries = await ifPresent(opendir(place(folder)))
      let files: ListedFile[] = []
      for await (const entry of entries ?? []) {
        const name = `${folder}/${entry.name}`
        const found = entry.isFile() && entry.name.startsWith(start) ? await ifPresent(stat(place(name))) : undefined
        if (found) files.push({ name, modified: found.mtime })
        if (files.length < PAGE) continue
        yield files
        files = []
      }
      if (files.length > 0) yield files
    },
    close() {},
  }
}

/** Writes a new file that is whole on the disk when this returns. */
async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a renaming durable. Some mounted file systems cannot sync folders, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle
    .sync()
    .catch((error: unknown) => {
      if (!['EINVAL', 'EBADF', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error
    })
    .finally(() => handle.close())
}
