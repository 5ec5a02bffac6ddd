import type { Ways } from './cluster/cluster.ts'
import type { OpenReplicas } from './cluster/replicas.ts'
import { openClient, processesOf } from './servers.ts'

/**
 * Code for poolers and several ways to the database, loaded where there are some. undefined: one way, which leads to a server itself, or
 * to nobody now; the migrations report that, and create a missing database.
 */
export async function poolerOn({ url, readUrl, directUrl, replicaUrls = [], ca }: Ways) {
  if ((readUrl ?? directUrl ?? replicaUrls[0]) === undefined) {
    const client = openClient(url, ca)
    const isDirect = await processesOf(client)
      .then(({ greeted, serving }) => greeted === serving)
      .catch(() => true)
      .finally(() => client.end({ timeout: 0 }))
    if (isDirect) return undefined
  }
  return import('./cluster/pooler.ts')
}

/** Code for replicas, loaded where there are some. */
export async function replicasOn(wanted: { urls: string[]; lagSeconds: number }): Promise<OpenReplicas | undefined> {
  if (wanted.urls.length === 0) return undefined
  const { replicasAt } = await import('./cluster/replicas.ts')
  return replicasAt(wanted)
}
