import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'

export interface Storage {
  /** Stores a file under an unguessable name; returns its path, e.g. `/storage/avatars/….webp`. */
  save(folder: 'avatars' | 'properties', content: Buffer, extension: string): Promise<string>
  remove(publicPath: string): Promise<void>
}

const PREFIX = '/storage/'

/** Files in a folder, served at /storage with a year of caching, because the content of a name never changes. */
export const storage = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  const root = path.join(config.dataDir, 'storage')
  await mkdir(root, { recursive: true })
  await app.register(fastifyStatic, {
    root,
    prefix: PREFIX,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
  })
  app.decorate('storage', {
    async save(folder, content, extension) {
      const name = `${folder}/${randomUUID()}.${extension}`
      await mkdir(path.join(root, folder), { recursive: true })
      await writeFile(path.join(root, name), content)
      return PREFIX + name
    },
    async remove(publicPath) {
      await rm(path.join(root, publicPath.slice(PREFIX.length)), { force: true })
    },
  } satisfies Storage)
})

declare module 'fastify' {
  interface FastifyInstance {
    storage: Storage
  }
}
