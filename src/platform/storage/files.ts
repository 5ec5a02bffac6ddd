import type { Readable } from 'node:stream'
import { AppError } from '../http/errors.ts'

/** Folders whose files anybody may read at /storage. */
export const PUBLIC_FOLDERS = ['avatars', 'companies', 'properties'] as const
/** Folders whose files are served by a route that asks who reads. */
const PRIVATE_FOLDERS = ['attachments', 'documents'] as const
/** Folder of incomplete files. */
export const PARTIAL = 'partial'
export const FOLDERS = [PARTIAL, ...PRIVATE_FOLDERS, ...PUBLIC_FOLDERS]

export type Folder = (typeof PUBLIC_FOLDERS | typeof PRIVATE_FOLDERS)[number]

export interface FileFacts {
  size: number
  modified: Date
}

/** Bytes of a file, the first and the last included. */
export interface ByteRange {
  start: number
  end: number
}

interface OpenFile {
  facts: FileFacts
  body: Readable
}

export interface ListedFile {
  name: string
  modified: Date
}

/**
 * The port of files, by names such as `avatars/….webp`. Each function throws `AppError`: 507 when there is no room left, 503
 * when the folder or the bucket cannot be reached.
 */
export interface Files {
  /** Stores a whole file or nothing. */
  write(name: string, content: Uint8Array): Promise<void>
  /** undefined: there is no such file. */
  facts(name: string): Promise<FileFacts | undefined>
  read(name: string, range?: ByteRange): Promise<OpenFile | undefined>
  /** A file that is not there counts as removed. */
  remove(name: string): Promise<void>
  /** The files of a folder whose names begin with `start`, page by page. */
  list(folder: string, start: string): AsyncIterable<ListedFile[]>
  close(): void
}

const RETRY_SECONDS = 10

export const noRoom = (cause: unknown): AppError => new AppError('storageFull', { cause })

export const outOfReach = (cause: unknown): AppError =>
  new AppError('unavailable', { cause, headers: { 'retry-after': String(RETRY_SECONDS) } })

/** True if there is no room for a file. Pure. */
export const isFull = (error: unknown): boolean => error instanceof AppError && error.code === 'storageFull'

/** True if the folder or the bucket cannot be used, whatever is asked. Pure. */
export const isOutOfReach = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'
