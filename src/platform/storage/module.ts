import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import { forms } from './forms.ts'
import { sweepOrphans } from './jobs.ts'
import { ownFolderWarning } from './nodes.ts'
import { storage } from './storage.ts'

/** Files, and the forms that bring them. */
export const plugin = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  await app.register(forms)
  await app.register(storage, { config })
  await app.register(ownFolderWarning)
})
export const jobs = [sweepOrphans]
