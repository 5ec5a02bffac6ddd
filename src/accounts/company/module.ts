import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { findCompany } from './company.ts'
import { companyRoutes } from './routes.ts'

export const routes = [companyRoutes]
export const namedFiles = queries.company.listNamedFiles
/** Finds the brand of mails and pages: the company's, or that of the installation. */
export const ports = fp(async (app: FastifyInstance) => {
  app.decorate(
    'brandOf',
    async (db, owner_id) =>
      (owner_id === undefined ? undefined : await findCompany(app, db, owner_id)) ?? app.config.brand,
  )
})
