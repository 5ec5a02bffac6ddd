import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Queryable } from '../db/client.ts'

/** The files, of these, that rows of a module name. */
export type NamedFiles = (db: Queryable, given: { names: string[] }) => Promise<{ name: string }[]>

/** Finds the files that rows of any module name. */
export const namedFiles = fp(async (app: FastifyInstance, { modules }: { modules: NamedFiles[] }) => {
  app.decorate('findOrphans', async (names: string[]) => {
    const named = new Set<string>()
    for (const listNamed of modules) for (const { name } of await listNamed(app.db, { names })) named.add(name)
    return names.filter((name) => !named.has(name))
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    /** Lists those of some files that no row names. */
    findOrphans(names: string[]): Promise<string[]>
  }
}
