import { z } from 'zod'
import type { UserRole } from '../../platform/db/enums.ts'
import type { queries } from '../../platform/db/queries.ts'

const ACTIONS = [
  'property.prices',
  'property.texts',
  'property.seller',
  'property.calendar_address',
  'property.status',
  'property.arrival',
  'account.role',
  'account.second_factor',
  'season.created',
  'season.changed',
  'season.deleted',
  'calendar.prices',
  'calendar_conflict.dismissed',
  'calendar_feed.created',
  'calendar_feed.deleted',
  'closure.created',
  'closure.deleted',
  'reservation.status',
  'reservation.changed',
  'reservation.arrival',
  'reservation.link',
  'reservation.guest_erased',
  'reservation.collector',
  'reservation.done_at_channel',
  'access_code.created',
  'access_code.changed',
  'access_code.deleted',
  'city.tax',
  'payment.received',
  'payment.refund',
  'supplement.created',
  'supplement.deleted',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.deleted',
  'api_key.created',
  'api_key.changed',
  'api_key.deleted',
  'channel_property.created',
  'channel_property.deleted',
  'message_template.created',
  'message_template.changed',
  'message_template.deleted',
  'policy.created',
  'policy.changed',
  'policy.deleted',
  'review.moderation',
  'conversation.read',
  'task.created',
  'task.changed',
  'task.deleted',
  'travellers.read',
  'travellers.written',
  'archive.created',
  'company.changed',
  'contract.changed',
  'seller.created',
  'seller.changed',
  'seller.deleted',
  'team.created',
  'team.changed',
  'team.deleted',
] as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Actions that the operation writes to the audit. */
    audits?: readonly (typeof ACTIONS)[number][]
  }
}

/** Kind of actor for the reader; `key`: a program of theirs; `service`: no person, or an operator at the command line. */
export const ACTORS = ['owner', 'member', 'key', 'guest', 'support', 'service'] as const

export const action = z.enum(ACTIONS).meta({ id: 'AuditAction', description: 'Action, as object and verb' })

export type Entry = Awaited<ReturnType<typeof queries.audit.listAll>>[number]

/** By column, before and after. */
export const changes = z.record(z.string(), z.array(z.union([z.string(), z.number()]).nullable())).nullable()

function actorOf({ actor_id, actor_role, key_id, owner_id, as_member }: Entry): (typeof ACTORS)[number] {
  if (actor_id === null) return 'service'
  if (as_member) return 'member'
  if (key_id !== null) return 'key'
  if (actor_id === owner_id) return 'owner'
  if (actor_role === 'admin' || actor_role === 'support') return 'support'
  return actor_role === 'owner' ? 'owner' : 'guest'
}

/** An entry as its reader sees it: what names others, only administrators, and nobody where they were. Pure. */
export function showEntry(row: Entry, reader: { user_id: number; owner_id: number; role: UserRole }) {
  const { id, at, object_id, property_id, actor_id, key_id, data } = row
  const isOwn = actor_id === reader.user_id
  const isOfTeam = row.as_member && row.owner_id === reader.owner_id
  return {
    id,
    at,
    action: action.parse(row.action),
    object_id,
    property_id,
    actor: actorOf(row),
    actor_id: isOwn || isOfTeam || reader.role === 'admin' ? actor_id : null,
    api_key_id: isOwn || reader.role === 'admin' ? key_id : null,
    changes: changes.parse(data),
    address: isOwn ? row.address : null,
    device: isOwn ? row.device : null,
  }
}
