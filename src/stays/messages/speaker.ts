import { rightMissing } from '../../homes/properties/rights.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/plugins/authentication.ts'
import type { StaysContext } from '../context.ts'

/** Whose conversations are read and written, and by whom. */
export interface Speaker extends Identity {
  /** The homes that a member speaks about for their owner; undefined: the account speaks for itself. */
  helpsIn?: string[]
  /** Who writes: the account of the token. */
  writer: number
}

/**
 * Who speaks: the account of a token itself, or an owner in the person of somebody who helps with homes of theirs.
 * @throws AppError 403 without the right to their messages, 404 for who helps with none of their homes.
 */
export async function speakerOf(
  { db }: StaysContext,
  identity: Identity,
  owner_id = identity.userId,
): Promise<Speaker> {
  const writer = identity.userId
  if (owner_id === writer) return { ...identity, writer }
  const helped = identity.key ? [] : await queries.properties.listHelped(db, { user_id: writer, owner_id })
  if (helped.length === 0) throw new AppError('notFound')
  const helpsIn = helped.filter(({ may_write }) => may_write).map(({ id }) => id)
  if (helpsIn.length === 0) throw rightMissing('messages')
  return { ...identity, userId: owner_id, role: 'owner', helpsIn, writer }
}
