import type Stripe from 'stripe'
import { lazily } from '../../platform/lib/lazily.ts'
import { requestIdHeader } from '../../platform/lib/work-context.ts'

/** The client of the SDK. */
export type Client = () => Promise<Stripe>

/** The values of an enumeration that the SDK names; the provider can send others, which are told by `unnamed`. */
export type Named<Value> = Value extends string ? (string extends Value ? never : Value) : never

/** A value for what the SDK does not name. A `switch` that ends with it does not compile when a new value is named. Pure. */
export const unnamed = <Value>(_value: never, value: Value): Value => value

/** The unmodified SDK; its two hundred modules are read with the first call. */
export const loadSdk = async (): Promise<typeof Stripe> => (await import('stripe')).default

/** A client that is made with the first call. */
export function clientOf(secretKey: string, config: Omit<Stripe.StripeConfig, 'httpClient'>): Client {
  return lazily(async () => {
    const Sdk = await loadSdk()
    return new Sdk(secretKey, { ...config, httpClient: tracedClient(Sdk) })
  }).get
}

/** The SDK's own HTTP, whose calls carry the id of the request that caused them. */
function tracedClient(Sdk: typeof Stripe): Stripe.HttpClient {
  const client = Sdk.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...requestIdHeader() }, ...rest)
  return client
}
