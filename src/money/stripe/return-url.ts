import type { Context } from '../../platform/context.ts'
import { invalid } from '../../platform/http/errors.ts'
import { httpUrlField } from '../../platform/http/fields.ts'
import { isAllowedOrigin } from '../../platform/plugins/security.ts'

/** A page of an allowed origin, to which the payment provider sends people back. */
export const returnUrl = httpUrlField('returnUrl').meta({
  description:
    'Return address of the checkout, which adds `session_id`. Its origin must be allowed by the installation or by a publishable key of the home’s owner',
})

/** @throws AppError 400 for an address of a page that may not use this service. */
export function assertReturn({ config }: Pick<Context, 'config'>, url: string | undefined): void {
  if (url !== undefined && !isAllowedOrigin(config, new URL(url).origin)) throw invalid({ return_url: 'returnUrl' })
}

/** An address with the id of the session, which the provider puts in place of the braces. A `session_id` of its own goes. Pure. */
export function withSessionId(url: string): string {
  const address = new URL(url)
  if (address.searchParams.has('session_id')) address.searchParams.delete('session_id')
  const [page = '', ...fragment] = address.href.split(/(?=#)/)
  return `${page}${page.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}${fragment.join('')}`
}
