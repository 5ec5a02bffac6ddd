import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { UserRole } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, STAFF } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'

interface Reader extends Pick<Identity, 'userId' | 'grant'> {
  /** Absent: the reader counts as no staff. */
  role?: UserRole
}

/** Checks the homes that lists, exports and feeds are limited to, also for modules that this one stands on. */
export const listedHome = fp(async (app: FastifyInstance) => {
  app.decorate('checkListedHome', async ({ role, ...person }: Reader, property_id: string | undefined) => {
    if (property_id === undefined) return
    const isStaff = role !== undefined && STAFF.includes(role)
    const found = await queries.properties.findRelation(app.db, { property_id, user_id: person.userId })
    if (!found || (!isStaff && !reaches(person, property_id))) throw new AppError('notFound')
    if (!isStaff && !found.is_owner) throw new AppError('notFound')
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Checks the home that a list, an export or a feed is limited to. The staff may name any home, everybody else one of their own.
     * @throws AppError 404
     */
    checkListedHome(reader: Reader, property_id: string | undefined): Promise<void>
  }
}
