import type { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { ChannelsContext } from '../context.ts'
import type { channelProperty, newChannelProperty } from './schemas.ts'

/** Assigns a property of the channel manager to an account. @throws AppError 400 an account that does not exist, 409 it is another's. */
export function assignProperty(
  context: ChannelsContext,
  wanted: z.output<typeof newChannelProperty>,
): Promise<z.infer<typeof channelProperty>> {
  const { owner_id, remote_property_id } = wanted
  return transaction(context.db, async (tx) => {
    if (!(await queries.auth.holdUser(tx, { user_id: owner_id }))) throw invalid({ owner_id: 'unknown' })
    await queries.channelManager.assignProperty(tx, wanted)
    const one = { remote_property_id, user_id: owner_id, is_staff: false, limit: 1, offset: 0 }
    const [assigned] = await queries.channelManager.listProperties(tx, one)
    if (!assigned) throw new AppError('propertyAssigned')
    const { total: _, ...row } = assigned
    return row
  })
}

/** Withdraws a property of the channel manager from its account. @throws AppError 404, 409 while homes are mapped to it. */
export async function withdrawProperty(context: ChannelsContext, remote_property_id: string): Promise<void> {
  try {
    const withdrawn = await transaction(context.db, (tx) =>
      queries.channelManager.deleteProperty(tx, { remote_property_id }),
    )
    if (!withdrawn) throw new AppError('notFound')
  } catch (error) {
    if (databaseError(error)?.code === '23503') throw new AppError('propertyMapped')
    throw error
  }
}
