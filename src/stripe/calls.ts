import Stripe from 'stripe'
import { AppError } from '../http/errors.ts'
import { requestIdHeader } from '../lib/work-context.ts'

/** A call of the provider. @throws AppError 503 when it cannot be reached or fails, 502 when it refuses. */
export async function calling<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) throw new AppError('providerRefused', { cause })
    return unavailable(cause)
  }
}

/** @throws AppError 503 */
export function unavailable(cause: unknown): never {
  throw new AppError('providerUnavailable', { cause, headers: { 'retry-after': '10' } })
}

/** A call that answers undefined when the provider has no such object. */
export const found = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
    return calling(Promise.reject(error))
  })

/** The SDK's own client, whose calls carry the id of the request that they go back to. */
export function tracedClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...requestIdHeader() }, ...rest)
  return client
}
