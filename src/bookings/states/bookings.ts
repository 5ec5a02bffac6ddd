import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { AccountsContext } from '../../accounts/context.ts'
import type { Bookings } from '../../homes/properties/bookings.ts'
import { queries } from '../../platform/db/queries.ts'
import { linesOfCompany } from './contact-mail.ts'

/** Answers what homes ask of their bookings. */
export const BOOKINGS: Bookings = {
  isGuest: async (db, who) => (await queries.states.isGuest(db, who)).found,
  isBooked: async (db, home) => (await queries.states.isBooked(db, home)).found,
  score: queries.states.scoreHomes,
  homesOfSellers: queries.states.countHomesOfSellers,
}

/** Answers what mails of notifications tell a company of a stay. */
export const linesOfStay: AccountsContext['linesOfStay'] = async (db, { locale, ...stay }) => {
  const told = await queries.states.findTold(db, stay)
  return told && linesOfCompany(told, locale)
}

export const bookings = fp(async (app: FastifyInstance) => {
  app.decorate('bookings', BOOKINGS)
  app.decorate('linesOfStay', linesOfStay)
})
