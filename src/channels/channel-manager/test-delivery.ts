import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { addDays } from '../../platform/lib/days.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { storedEntries, type testResult } from './schemas.ts'
import { secretOf, signatureOf } from './secrets.ts'
import { inboxUrl } from './subscriptions.ts'

type Target = NonNullable<Awaited<ReturnType<typeof queries.channelManager.findLatest>>>

/**
 * Sends a signed sample event to the callback of a subscription. Our own inbox gets it without leaving the process,
 * because the public address often leads to a private one. The owner's headers stay with the channel manager, and of the
 * answer only the status is shown, or this would be a tool to talk to other services from our address.
 * @throws AppError 400 callback to a private address, 404 no such subscription.
 */
export async function deliverTest(
  app: FastifyInstance,
  property_id: string,
  webhook_id: string | undefined,
): Promise<z.infer<typeof testResult>> {
  const target = await queries.channelManager.findLatest(app.db, { property_id, webhook_id })
  if (!target) throw new AppError('notFound')
  const body = JSON.stringify(sample(property_id, target.send_data))
  const start = performance.now()
  const answer = await send(app, target, body)
  const duration_ms = Math.round(performance.now() - start)
  await queries.channelManager.noteDelivery(app.db, { webhook_id: target.id, status: answer.status_code })
  return { webhook_id: target.id, ...answer, duration_ms }
}

async function send(
  app: FastifyInstance,
  target: Target,
  body: string,
): Promise<Pick<z.infer<typeof testResult>, 'status_code' | 'error'>> {
  const secret = secretOf(app.config, target)
  const signed = {
    'content-type': 'application/json',
    'x-webhook-secret': secret,
    'x-webhook-signature': signatureOf(secret, body, Math.floor(Date.now() / 1_000)),
  }
  if (target.callback_url === inboxUrl(app)) {
    const url = target.callback_url.slice(app.publicUrl.length)
    const own = await app.inject({ method: 'POST', url, headers: signed, payload: body })
    return { status_code: own.statusCode, error: null }
  }
  const url = new URL(target.callback_url)
  for (const [name, value] of Object.entries(storedEntries.parse(target.request_params)))
    url.searchParams.set(name, value)
  try {
    return { status_code: await app.outbound.callbacks.post(url.href, body, signed), error: null }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.code === 'private_address') throw invalid({ callback_url: 'callbackUrl' })
    return { status_code: null, error: error.code }
  }
}

/** A booking of three nights; its event is `test`, so that no inbox takes it for a real one. */
function sample(property_id: string, withData: boolean) {
  const now = new Date().toISOString()
  const arrival_date = addDays(now.slice(0, 10), 30)
  const payload = {
    booking_id: '00000000-0000-7000-8000-000000000001',
    revision_id: '00000000-0000-7000-8000-000000000002',
    property_id,
    status: 'new',
    ota_name: 'Sample',
    ota_reservation_code: 'SAMPLE-1',
    arrival_date,
    departure_date: addDays(arrival_date, 3),
    amount: '300.00',
    currency: 'EUR',
    customer: { name: 'Camille', surname: 'Martin', mail: 'camille@example.org', country: 'FR' },
    occupancy: { adults: 2, children: 0, infants: 0 },
    inserted_at: now,
  }
  return { event: 'test', property_id, user_id: null, timestamp: now, ...(withData ? { payload } : {}) }
}
