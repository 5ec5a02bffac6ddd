import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { HomeRight, UserRole } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { type Identity, STAFF } from '../../platform/plugins/authentication.ts'
import { homeRights, rightMissing } from './rights.ts'

interface Reader extends Pick<Identity, 'userId' | 'key'> {
  /** Absent: the reader counts as no staff. */
  role?: UserRole
}

/** What a list asks of its reader in the home that it is limited to: a right, ownership, or any relation. */
type Wanted = HomeRight | 'owner' | 'any'

/** Checks the homes that lists, exports and feeds are limited to, also for modules that this one stands on. */
export const listedHome = fp(async (app: FastifyInstance) => {
  app.decorate(
    'checkListedHome',
    async ({ role, ...person }: Reader, property_id: string | undefined, wanted: Wanted) => {
      if (property_id === undefined) return
      const isStaff = role !== undefined && STAFF.includes(role)
      const found = await queries.properties.findRelation(app.db, { property_id, user_id: person.userId })
      if (!found || (!isStaff && !reaches(person, property_id))) throw new AppError('notFound')
      if (isStaff) return
      const rights = homeRights.parse(found.rights)
      if (rights.length === 0) throw new AppError('notFound')
      if (wanted === 'any' || found.is_owner) return
      if (wanted === 'owner') throw new AppError('forbidden')
      if (!rights.includes(wanted)) throw rightMissing(wanted)
    },
  )
})

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Checks the home that a list, an export or a feed is limited to. The staff may name any home, everybody else one that they have to do with.
     * @throws AppError 404 without a relation to the home; 403 for members who lack the right, or who are not the owner
     */
    checkListedHome(reader: Reader, property_id: string | undefined, wanted: Wanted): Promise<void>
  }
}
