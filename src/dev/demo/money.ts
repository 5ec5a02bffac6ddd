import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { fetch } from 'undici'
import { z } from 'zod'
import { addDays } from '../../platform/lib/days.ts'
import { type Call, type Demo, until } from './steps.ts'

const quoted = z.object({ data: z.object({ available: z.boolean() }) })
const inquired = z.object({ data: z.object({ reservation_id: z.int() }) })
const refunded = z.object({ data: z.object({ status: z.string() }) })
const stay = z.object({
  data: z.object({
    status: z.string(),
    payments: z.array(
      z.object({
        id: z.int().nullable(),
        kind: z.string(),
        amount: z.number(),
        status: z.string(),
        due_on: z.string().nullable(),
        payment_url: z.string().nullable(),
      }),
    ),
    refunds: z.array(z.object({ amount: z.number(), status: z.string() })),
  }),
})

/** An inquiry that the owner accepts, its deposit and the balance to come, a refund by support, and a cancellation. */
export async function showMoney(demo: Demo, property_id: string): Promise<void> {
  const { call, say, support, owner, guest } = demo
  const change = (body: object) => call(200, 'PUT', `/properties/${property_id}`, z.unknown(), { token: owner, body })
  await change({ deposit_percent: 30, balance_due_days: 30, instant_book: false })
  const wanted = await freeNights(call, property_id)
  const { data: inquiry } = await call(201, 'POST', '/reservations', inquired, {
    token: guest,
    body: { ...wanted, inquiry: true },
  })
  const id = inquiry.reservation_id
  const see = async () => (await call(200, 'GET', `/reservations/${id}`, stay, { token: guest })).data
  const move = `/reservations/change-status-reservation-by-proprio/${id}/confirmed`
  await call(200, 'POST', move, z.unknown(), { token: owner })
  const [deposit] = (await see()).payments
  assert.ok(deposit?.payment_url, 'the accepted inquiry has a payment link')
  const opened = await fetch(deposit.payment_url, { method: 'POST', redirect: 'manual' })
  await fetch(`${opened.headers.get('location')}/pay`, { method: 'POST', redirect: 'manual' })
  await until('the deposit', async () => (await see()).status === 'confirmed')
  const [, balance] = (await see()).payments
  assert.equal(balance?.status, 'scheduled')
  say(
    'deposit',
    `${deposit.amount} EUR after an accepted inquiry; the balance of ${balance.amount} is due on ${balance.due_on}`,
  )

  const body = { amount: 10, reason: 'The garden was closed' }
  await call(200, 'POST', `/payments/${deposit.id}/refund`, refunded, { token: support, body })
  await until('the refund', async () => (await see()).refunds[0]?.status === 'succeeded')
  say('refund', `${body.amount} EUR by support: ${body.reason}`)

  await call(200, 'POST', `/reservations/${id}/cancel`, z.unknown(), { token: guest, body: {} })
  await until('the money back', async () => {
    const { refunds } = await see()
    return refunds.length === 2 && refunds.every(({ status }) => status === 'succeeded')
  })
  const [first] = (await see()).payments
  say('cancel', `in time: the rest goes back, the deposit is ${first?.status}`)
  await change({ deposit_percent: 100, instant_book: true })
}

/** Finds three nights of a home that are free, a long time ahead. */
async function freeNights(call: Call, property_id: string) {
  for (;;) {
    const check_in = addDays(new Date().toISOString().slice(0, 10), randomInt(100, 700))
    const body = { property_id, check_in, check_out: addDays(check_in, 3), adults: 2 }
    const { data } = await call(200, 'POST', '/quotes', quoted, { body })
    if (data.available) return body
  }
}
