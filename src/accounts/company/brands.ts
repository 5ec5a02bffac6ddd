import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { findCompany } from './company.ts'

/** Finds the brand of mails and pages: the company's, or that of the installation. */
export const brands = fp(async (app: FastifyInstance) => {
  app.decorate(
    'brandOf',
    async (db, owner_id) =>
      (owner_id === undefined ? undefined : await findCompany(app, db, owner_id)) ?? app.config.brand,
  )
})
