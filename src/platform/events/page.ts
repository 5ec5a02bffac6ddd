import type { Database } from '../db/client.ts'
import { type EventsPart, queries } from '../db/queries.ts'
import type { Bounds } from '../http/scopes.ts'
import type { EventType } from './types.ts'

/** Events that a reader wants, and may have. */
export interface Filter {
  /** undefined: of all owners. */
  owner_id: number | undefined
  property_id?: string | undefined
  /** The homes that a key is for. */
  bounds?: Bounds | undefined
  types?: EventType[] | undefined
  limit: number
}

/**
 * A page of events, the position that it reaches, and whether there is more already.
 * @param until how far the feed goes: what is given a position after that is of the next page, also where none of this one is wanted.
 */
export async function readPage(
  db: Database,
  { limit, bounds, ...filter }: Filter,
  { after, until }: { after: number; until: number },
) {
  const parts = new Set<EventsPart>()
  if (filter.owner_id !== undefined) parts.add('of-owner')
  if (filter.property_id !== undefined) parts.add('about-home')
  if (bounds !== undefined) parts.add('on-homes')
  if (filter.types !== undefined) parts.add('of-types')
  const rows = await queries.events.list(db, parts, { ...filter, ...bounds, after, until, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const has_more = rows.length > limit
  return { page, has_more, position: has_more ? (page.at(-1)?.position ?? until) : until }
}
