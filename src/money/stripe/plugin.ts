import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Purpose } from '../../platform/lib/environment.ts'
import { rehearsed } from '../../platform/outbound/rehearsal.ts'
import { isProviderAway } from './calls.ts'
import type { StripeConfig } from './config.ts'
import { stripeProvider } from './provider.ts'

/** Calls of a rehearsal to the provider: it reads, and changes nothing there. */
const READS = [
  'checkoutRequest',
  'findCharge',
  'findCheckout',
  'findDispute',
  'findEvent',
  'findFraudWarning',
  'findIntent',
  'findIntentId',
  'findMethod',
  'findSubscription',
  'hasCustomer',
  'listEvents',
  'listOpenCheckouts',
  'listRefunds',
  'verifySignature',
] as const

interface Options {
  config: StripeConfig & Pick<Purpose, 'rehearsal'>
  /** The address of the payment SDK when the configuration names none. */
  standInUrl: string | undefined
  checkoutUrl: ((url: string) => string) | undefined
}

export const stripe = fp(async (app: FastifyInstance, { config, standInUrl, checkoutUrl }: Options) => {
  const provider = app.outages.watch(
    'payments',
    stripeProvider(config.stripe, config.stripe.apiUrl ?? standInUrl),
    isProviderAway,
  )
  app.decorate('payments', app.reports.calls('payments', rehearsed(config, 'payments', provider, READS)))
  app.decorate('checkoutUrl', checkoutUrl ?? ((url) => url))
})
