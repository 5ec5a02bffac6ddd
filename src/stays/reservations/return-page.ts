import { queries } from '../../platform/db/queries.ts'
import { invalid } from '../../platform/http/errors.ts'
import { isAllowedOrigin } from '../../platform/plugins/security.ts'
import type { StaysContext } from '../context.ts'

/**
 * Checks the page that the checkout sends the guest back to: one that may use this service, or one of an origin of a publishable key that
 * the owner of the home has made for it.
 * @throws AppError 400
 */
export async function assertReturn(context: StaysContext, url: string | undefined, property_id: string): Promise<void> {
  const origin = url && new URL(url).origin
  if (!origin || isAllowedOrigin(context.config, origin)) return
  const home = await queries.properties.findStanding(context.db, { property_id })
  const { found } = home
    ? await queries.apiKeys.isOrigin(context.db, { origin, owner_id: home.owner_id, property_id })
    : { found: false }
  if (!found) throw invalid({ return_url: 'returnUrl' })
}
