import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Purpose } from '../lib/environment.ts'
import type { StorageConfig } from './config.ts'
import { forms } from './forms.ts'
import { sweepOrphans } from './jobs.ts'
import { ownFolderWarning } from './nodes.ts'
import { storage } from './storage.ts'

/** Files, and the forms that bring them. */
export const plugin = fp(
  async (app: FastifyInstance, { config }: { config: StorageConfig & Pick<Purpose, 'rehearsal'> }) => {
    await app.register(forms)
    await app.register(storage, { config })
    await app.register(ownFolderWarning)
  },
)
export const jobs = [sweepOrphans]
