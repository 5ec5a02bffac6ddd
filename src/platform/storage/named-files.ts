import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Queryable } from '../db/client.ts'

/** Which of these files rows of a room name. */
export type NamedFiles = (db: Queryable, given: { names: string[] }) => Promise<{ name: string }[]>

/** What each room says of its files. */
export const namedFiles = fp(async (app: FastifyInstance, { rooms }: { rooms: NamedFiles[] }) => {
  app.decorate('findOrphans', async (names: string[]) => {
    const named = new Set<string>()
    for (const listNamed of rooms) for (const { name } of await listNamed(app.db, { names })) named.add(name)
    return names.filter((name) => !named.has(name))
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    /** Which of these files no row names. */
    findOrphans(names: string[]): Promise<string[]>
  }
}
