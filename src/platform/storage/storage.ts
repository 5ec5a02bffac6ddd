import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { databaseError } from '../db/errors.ts'
import { AppError } from '../http/errors.ts'
import type { Purpose } from '../lib/environment.ts'
import { ClientGoneError } from '../lib/work-context.ts'
import { rehearsed } from '../outbound/rehearsal.ts'
import type { StorageConfig } from './config.ts'
import { type Files, type Folder, isFull, isOutOfReach, PUBLIC_FOLDERS } from './files.ts'
import { openFolder } from './folder.ts'
import { openBucket } from './s3.ts'
import { serveFile } from './serve.ts'

export interface Storage {
  files: Files
  /**
   * Stores a file under an unguessable name; returns its path, which rows have: `/storage/avatars/….webp`, or
   * `attachments/….webp` in a folder that /storage does not serve. @throws AppError 507 or 503, with nothing stored.
   */
  save(folder: Folder, content: Uint8Array, extension: string): Promise<string>
  /** Stores a smaller version of a stored picture beside it, `…-640.webp` of `….webp` for a longest side of 640; returns its path. */
  saveSmaller(path: string, longestSide: number, content: Uint8Array): Promise<string>
  /** Removes a file that no row has any longer. Never throws: the sweep of orphans removes what could not be removed. */
  remove(path: string): Promise<void>
  /**
   * Removes a file whose row was not written, because of `error`. An error that leaves open whether the transaction was
   * committed leaves the file to the sweep of orphans, which asks the database.
   */
  discard(path: string, error: unknown): Promise<void>
}

const PREFIX = '/storage/'
const PUBLIC_NAME = new RegExp(`^(?:${PUBLIC_FOLDERS.join('|')})/[\\w-]+\\.\\w+$`)
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
/** SQLSTATEs after which it is not known whether the transaction was committed: PostgreSQL went away meanwhile. */
const UNKNOWN_OUTCOME = /^(?:08|40003|57P0|58|XX)/

/** Files in a folder or a bucket, served at /storage with a year of caching, because the content of a name never changes. */
export const storage = fp(
  async (app: FastifyInstance, { config }: { config: StorageConfig & Pick<Purpose, 'rehearsal'> }) => {
    // A rehearsal reads the files of the service in use, and leaves them as they are.
    const files = app.reports.calls(
      'files',
      rehearsed(config, 'files', app.outages.watch('files', await openFiles(config), isOutOfReach, isFull), [
        'close',
        'facts',
        'list',
        'read',
      ]),
    )
    app.addHook('onClose', () => files.close())

    async function remove(path: string): Promise<void> {
      const name = nameOf(path)
      if (name === undefined) return
      await files.remove(name).catch((error: unknown) => {
        app.log.warn({ err: error, file: name }, 'a file could not be removed; the daily sweep will remove it')
      })
    }

    app.decorate('storage', {
      files,
      async save(folder, content, extension) {
        const name = `${folder}/${randomUUID()}.${extension}`
        await files.write(name, content)
        return pathOf(name)
      },
      async saveSmaller(path, longestSide, content) {
        const name = nameOf(path)?.replace(/(?=\.\w+$)/, `-${longestSide}`) ?? ''
        await files.write(name, content)
        return pathOf(name)
      },
      remove,
      async discard(path, error) {
        const code = databaseError(error)?.code
        const isRolledBack =
          error instanceof AppError ||
          error instanceof ClientGoneError ||
          (code !== undefined && !UNKNOWN_OUTCOME.test(code))
        if (isRolledBack) await remove(path)
      },
    } satisfies Storage)

    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `${PREFIX}*`,
      schema: { hide: true },
      async handler(request, reply) {
        const name = request.params['*']
        if (!PUBLIC_NAME.test(name)) throw new AppError('notFound')
        return serveFile(request, reply, { files, name, headers: IMMUTABLE })
      },
    })
  },
)

const isPublic = (name: string): boolean => PUBLIC_FOLDERS.some((folder) => name.startsWith(`${folder}/`))

const pathOf = (name: string): string => (isPublic(name) ? PREFIX + name : name)

/** The name of the file at a path; undefined for a picture that is kept elsewhere. */
function nameOf(path: string): string | undefined {
  if (path.startsWith(PREFIX)) return path.slice(PREFIX.length)
  return path.includes(':') || path.startsWith('/') ? undefined : path
}

async function openFiles({
  storage: location,
  storageCredentials,
  rehearsal,
}: StorageConfig & Pick<Purpose, 'rehearsal'>): Promise<Files> {
  if (location.kind === 'folder') return openFolder(location.path, { isReadOnly: rehearsal })
  return openBucket(location, storageCredentials)
}
