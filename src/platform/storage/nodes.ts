import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Context } from '../context.ts'

/** Says at the start when other nodes serve the same database and this one keeps its files to itself. */
export const ownFolderWarning = fp(async (app: FastifyInstance) => {
  app.addHook('onReady', async () => warnOfOwnFolder(app))
})

export function warnOfOwnFolder(context: Context & { sockets: { nodes(): number } }): void {
  const { storage } = context.config
  const nodes = context.sockets.nodes()
  if (storage.kind !== 'folder' || !storage.isOwn || nodes < 2) return
  context.log.warn(
    { nodes, folder: storage.path },
    'Other nodes serve this database, and STORAGE_URL is not set: pictures and attachments that are uploaded to one node are 404 on the others. Set STORAGE_URL to a mounted folder or a bucket that all of them share.',
  )
}
