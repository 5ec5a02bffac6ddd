import Fastify from 'fastify'

/** A revision of a booking, with the fields of its details. */
export interface StandinRevision {
  id: string
  property_id: string
  [detail: string]: unknown
}

export interface ChannelStandin {
  url: string
  /** All revisions, oldest first. */
  revisions: StandinRevision[]
  acknowledged: Set<string>
  /** Statuses that the next requests get instead of an answer, for example 429. */
  failures: number[]
  /** The requests that arrived, as method and path. */
  asked: string[]
  close(): Promise<void>
}

const PAGE_SIZE = 10

/**
 * A local server with the part of a channel manager's API that this service uses: revisions of bookings, their feed and
 * their acknowledgement, with failures on demand. Never used in production.
 */
export async function startChannelStandin(key: string, port = 0): Promise<ChannelStandin> {
  const revisions: StandinRevision[] = []
  const acknowledged = new Set<string>()
  const failures: number[] = []
  const asked: string[] = []
  const app = Fastify({ forceCloseConnections: true })
  const show = (revision: StandinRevision) => ({ id: revision.id, type: 'booking_revision', attributes: revision })
  const missing = { errors: { code: 'resource_not_found', title: 'Resource Not Found' } }

  app.addHook('onRequest', async (request, reply) => {
    asked.push(`${request.method} ${request.url.split('?')[0]}`)
    const failure = failures.shift()
    if (failure !== undefined) return reply.code(failure).send({ errors: { code: 'on_demand' } })
    if (request.headers['user-api-key'] !== key) return reply.code(401).send({ errors: { code: 'unauthorized' } })
  })
  app.get('/api/v1/booking_revisions/feed', async () => ({
    data: revisions
      .filter(({ id }) => !acknowledged.has(id))
      .slice(0, PAGE_SIZE)
      .map(show),
  }))
  app.get<{ Params: { id: string } }>('/api/v1/booking_revisions/:id', async ({ params }, reply) => {
    const revision = revisions.find(({ id }) => id === params.id)
    return revision ? { data: show(revision) } : reply.code(404).send(missing)
  })
  app.post<{ Params: { id: string } }>('/api/v1/booking_revisions/:id/ack', async ({ params }, reply) => {
    if (!revisions.some(({ id }) => id === params.id)) return reply.code(404).send(missing)
    acknowledged.add(params.id)
    return { meta: { message: 'Success' } }
  })

  const address = await app.listen({ host: '127.0.0.1', port })
  return { url: `${address}/api/v1`, revisions, acknowledged, failures, asked, close: () => app.close() }
}
