import { AppError } from '../../platform/http/errors.ts'
import { loadSdk } from './sdk.ts'

/** A call of the provider. @throws AppError 503 when it cannot be reached or fails, 502 when it refuses. */
export async function calling<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    const { errors } = await loadSdk()
    if (cause instanceof errors.StripeInvalidRequestError) throw new AppError('providerRefused', { cause })
    return unavailable(cause)
  }
}

/** @throws AppError 503 */
export function unavailable(cause: unknown): never {
  throw new AppError('providerUnavailable', { cause, headers: { 'retry-after': '10' } })
}

/** Errors of the SDK that say nothing about the call itself. */
const AWAY = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeAuthenticationError',
  'StripePermissionError',
  'StripeRateLimitError',
])

/** True if the provider cannot be used, whatever it is asked. Pure. */
export const isProviderAway = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === 'providerUnavailable' &&
  error.cause instanceof Error &&
  'type' in error.cause &&
  AWAY.has(String(error.cause.type))

/** True if the provider has refused a call because the object that a parameter names was deleted, or is another account's. Pure. */
export const isGone = (error: unknown, param: 'customer' | 'payment_intent'): boolean =>
  error instanceof AppError &&
  error.code === 'providerRefused' &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'resource_missing' &&
  'param' in error.cause &&
  error.cause.param === param

/** A call that answers undefined when the provider has no such object. */
export const found = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch(async (error: unknown) => {
    const { errors } = await loadSdk()
    if (error instanceof errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
    return calling(Promise.reject(error))
  })
