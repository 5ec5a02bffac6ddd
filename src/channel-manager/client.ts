import { Agent, request } from 'undici'
import { z } from 'zod'
import { readText } from '../lib/streams.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8 * 1024 * 1024

/** A revision as the channel manager returns it; `payload` has its details. */
export interface RemoteRevision {
  id: string
  property_id: string
  payload: Record<string, unknown>
}

/** The API of a channel manager, in the form of Channex. */
export interface ChannelManager {
  /** undefined: the channel manager does not know it. @throws ChannelManagerError */
  findRevision(id: string): Promise<RemoteRevision | undefined>
  /** A page of revisions that were not acknowledged, oldest first. @throws ChannelManagerError */
  listUnacknowledged(): Promise<RemoteRevision[]>
  /** Says that a revision is stored. Can be repeated. @throws ChannelManagerError */
  acknowledge(id: string): Promise<void>
  close(): Promise<void>
}

/** An answer that is no success, for example 429; the job is tried again with increasing pauses. */
export class ChannelManagerError extends Error {
  readonly status: number

  constructor(method: string, path: string, status: number) {
    super(`the channel manager answered ${status} to ${method} ${path}`)
    this.status = status
  }
}

const revisionSchema = z
  .object({ id: z.string().min(1).max(100), attributes: z.looseObject({ property_id: z.string() }) })
  .transform(({ id, attributes }) => ({
    id,
    property_id: attributes.property_id,
    payload: { ...attributes, revision_id: id },
  }))
const oneSchema = z.object({ data: revisionSchema })
const pageSchema = z.object({ data: z.array(revisionSchema) })

/** HTTP through undici. The address is the operator's, so it may be a private one. */
export function channelManagerAt({ url, key }: { url: string; key: string }): ChannelManager {
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS } })

  async function call(method: 'GET' | 'POST', path: string): Promise<unknown> {
    const answer = await request(`${url}${path}`, {
      method,
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'user-api-key': key, accept: 'application/json', 'user-agent': 'Sejour' },
    })
    const failed = new ChannelManagerError(method, path, answer.statusCode)
    const text = await readText(answer.body, MAX_BYTES, () => failed)
    if (answer.statusCode < 200 || answer.statusCode > 299) throw failed
    return JSON.parse(text)
  }

  return {
    async findRevision(id) {
      try {
        return oneSchema.parse(await call('GET', `/booking_revisions/${encodeURIComponent(id)}`)).data
      } catch (error) {
        if (error instanceof ChannelManagerError && error.status === 404) return undefined
        throw error
      }
    },
    async listUnacknowledged() {
      return pageSchema.parse(await call('GET', '/booking_revisions/feed?order%5Binserted_at%5D=asc')).data
    },
    async acknowledge(id) {
      await call('POST', `/booking_revisions/${encodeURIComponent(id)}/ack`)
    },
    close: () => dispatcher.close(),
  }
}
