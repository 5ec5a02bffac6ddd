import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type PaymentProvider, stripeProvider } from '../../money/stripe/provider.ts'
import { baseOf, type Given } from './given.ts'
import { assert, type Proof, said } from './steps.ts'

const STRIPE = 'https://api.stripe.com'
const AMOUNT_CENTS = 12_345
const REFUND_CENTS = 2_345
const CHECKOUT_SECONDS = 3_600
/** Time until the provider has made a dispute of the payment with its test card, and sent its event. */
const DISPUTE_MS = 60_000
const PAUSE_MS = 1_000

const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** Asks again until there is something. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + DISPUTE_MS
  for (;;) {
    const found = await ask()
    if (found !== undefined || Date.now() > end) return found
    await delay(PAUSE_MS)
  }
}

const about = z.looseObject({ type: z.string(), data: z.object({ object: z.looseObject({ id: z.string() }) }) })

/** Events of a run that come to a port of this machine, whose signatures are right. Its objects carry the id of the run. */
async function receive(provider: PaymentProvider, port: number, run: string) {
  const types: string[] = []
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request)
      await provider.verifySignature(body, String(request.headers['stripe-signature']), nowSeconds())
      if (body.includes(run)) types.push(about.parse(JSON.parse(body.toString())).type)
    } catch (error) {
      refused.push(error instanceof Error ? error.message : String(error))
    }
    response.end()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    types,
    refused,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Customer, checkout, payment, refund in part, dispute and webhook, with test keys. */
export async function proveStripe(proof: Proof, { config, standIns, listen }: Given): Promise<void> {
  const { secretKey, apiUrl = standIns.stripeUrl ?? STRIPE } = config.stripe
  if (secretKey === 'sk_test_sejour' && apiUrl === STRIPE) return proof.skip('key', 'STRIPE_SECRET_KEY is not set')
  await proof.step('key', 'a test key', async () => {
    assert(/^[sr]k_test_/.test(secretKey), 'a live key: nothing was called. Set STRIPE_SECRET_KEY to a test key')
    return said('a test key')
  })
  const provider = stripeProvider(config.stripe, apiUrl)
  const run = randomUUID()
  const payment = { paymentKey: run, reservationId: null, currency: 'EUR' }
  const received = listen === undefined ? undefined : await receive(provider, listen, run)
  if (received) proof.after('close the port of events', received.close)

  const customerId = await proof.step('customer', 'one that is made, and found', async () => {
    const id = await provider.createCustomer(run, { email: `prove-${run}@sejour.example`, name: 'Sejour Proof' })
    assert(await provider.hasCustomer(id), `${id} is not found`)
    return { came: id, result: id }
  })
  proof.after('delete the customer', async () => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const answer = await fetch(new URL(`/v1/customers/${customerId}`, apiUrl), { method: 'DELETE', headers })
    assert(answer.ok, `HTTP ${answer.status}`)
    assert(!(await provider.hasCustomer(customerId)), 'it is still there')
  })

  const began = nowSeconds() - 60
  await proof.step('checkout', 'one that opens, is the same for the same key, is listed, and closes', async () => {
    const request = provider.checkoutRequest({
      ...{ ...payment, amountCents: AMOUNT_CENTS, title: 'Proof of an installation', dates: null, customerId },
      ...{ email: null, agreement: 'Proof: the card is kept.', expiresAt: nowSeconds() + CHECKOUT_SECONDS },
      ...{ successUrl: `${baseOf(config)}/?session_id={CHECKOUT_SESSION_ID}`, cancelUrl: `${baseOf(config)}/` },
    })
    const { sessionId, url } = await provider.createCheckout(run, request)
    proof.after('close the checkout', () => provider.closeCheckout(sessionId))
    assert(URL.canParse(url), 'no address of the page')
    const again = await provider.createCheckout(run, request)
    assert(again.sessionId === sessionId, `the same key gave another one: ${again.sessionId}`)
    const listed = await provider.listOpenCheckouts(began, '')
    assert(
      listed.some(({ id, paymentKey }) => id === sessionId && paymentKey === run),
      'not among the open ones',
    )
    const closed = await provider.closeCheckout(sessionId)
    assert(closed?.status === 'expired', `it is ${closed?.status}`)
    return said(sessionId)
  })

  const charge = async (card: string) => {
    const { method_id: methodId } = await provider.attachMethod(card, customerId)
    const request = { ...payment, key: randomUUID(), amountCents: AMOUNT_CENTS, customerId, methodId }
    return { request, made: await provider.charge(request) }
  }
  const paid = await proof.step(
    'payment',
    `${AMOUNT_CENTS} cents with a saved card, once for the same key`,
    async () => {
      const { request, made } = await charge('pm_card_visa')
      assert('intent' in made, `refused: ${'refusal' in made ? made.refusal : ''}`)
      const { id, status, amountCents } = made.intent
      assert(status === 'succeeded' && amountCents === AMOUNT_CENTS, `${status}, ${amountCents} cents`)
      const again = await provider.charge(request)
      assert('intent' in again && again.intent.id === id, 'the same key charged again')
      return { came: `${id}: ${amountCents} cents`, result: id }
    },
  )
  await proof.step('card that is declined', 'a refusal with its reason', async () => {
    const { made } = await charge('pm_card_chargeCustomerFail')
    assert('refusal' in made, 'it was paid')
    return said(made.refusal)
  })
  await proof.step('refund in part', `${REFUND_CENTS} cents, once for the same key`, async () => {
    const request = { key: randomUUID(), paymentIntentId: paid, amountCents: REFUND_CENTS }
    const refund = await provider.refund(request)
    await provider.refund(request)
    const listed = await provider.listRefunds(paid)
    const total = listed.reduce((sum, { amountCents }) => sum + amountCents, 0)
    assert(refund.status !== 'failed' && total === REFUND_CENTS, `${refund.status}, ${total} cents in ${listed.length}`)
    return said(`${refund.id}: ${refund.status}`)
  })
  proof.after('refund the rest', () =>
    provider.refund({ key: randomUUID(), paymentIntentId: paid, amountCents: AMOUNT_CENTS - REFUND_CENTS }),
  )
  await proof.step('dispute', 'one of the payment with the test card for it, with its amount', async () => {
    const { made } = await charge('pm_card_createDispute')
    assert('intent' in made, 'the payment was refused')
    const { id } = made.intent
    const event = await until(async () =>
      (await provider.listEvents(began, '')).find((one) => {
        const object = about.safeParse(one).data?.data.object
        return one.type === 'charge.dispute.created' && object?.payment_intent === id
      }),
    )
    const dispute = event && (await provider.findDispute(about.parse(event).data.object.id))
    assert(dispute !== undefined, `no dispute within ${DISPUTE_MS / 1_000} seconds`)
    assert(dispute.paymentIntentId === id && dispute.amountCents === AMOUNT_CENTS, `${dispute.amountCents} cents`)
    return said(`${dispute.id}: ${dispute.status}, ${dispute.stage}`)
  })
  if (!received)
    return proof.skip('webhook', 'run `stripe listen --forward-to 127.0.0.1:4242`, and this with --listen 4242')
  await proof.step('webhook', 'an event of these payments, signed with STRIPE_WEBHOOK_SECRET', async () => {
    const type = await until(async () => received.types[0])
    assert(type !== undefined, received.refused[0] ?? 'no event came')
    return said(`${received.types.length} events, the first ${type}`)
  })
}
