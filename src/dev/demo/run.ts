/**
 * `npm run demo`: from registration to payment with a running service, over HTTP and a socket, as a front end does it.
 * Prints each step, and exits with 1 at the first unexpected answer.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import PusherClient from 'pusher-js'
import { FormData, fetch } from 'undici'
import { z } from 'zod'
import { quoteSchema } from '../../homes/rates/price-schemas.ts'
import { propertyHit } from '../../homes/search/schemas.ts'
import { addDays } from '../../platform/lib/days.ts'
import { ACCOUNTS, DEMO_PASSWORD } from './data.ts'
import { showMoney } from './money.ts'
import type { Call } from './steps.ts'

const BASE = (process.env.SEJOUR_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
const API = `${BASE}/api/v1`
const REALTIME_KEY = process.env.REALTIME_APP_KEY ?? 'sejour-key'
const WAIT_TIMEOUT_MS = 15_000

// The CommonJS build exports the class itself as its default; its types declare a different shape.
const Pusher = PusherClient as unknown as typeof PusherClient.default

const say = (step: string, detail: unknown) => console.log(`${step.padEnd(10)}${String(detail)}`)

async function call<T extends z.ZodType>(
  expected: number,
  method: string,
  path: string,
  data: T,
  options: Parameters<Call>[4] = {},
): Promise<z.infer<T>> {
  const form = options.body instanceof FormData
  const response = await fetch(path.startsWith('http') ? path : `${API}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': 'en',
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(options.body === undefined
      ? {}
      : { body: options.body instanceof FormData ? options.body : JSON.stringify(options.body) }),
  })
  const text = await response.text()
  assert.equal(response.status, expected, `${method} ${path}: ${response.status} ${text}`)
  return data.parse(JSON.parse(text))
}

const dataOf = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })
const mails = z.array(z.object({ subject: z.string(), text: z.string() }))

async function mailTo(address: string, subject: RegExp): Promise<string> {
  for (let waited = 0; waited < WAIT_TIMEOUT_MS; waited += 200) {
    const found = (await call(200, 'GET', `${BASE}/dev/mailbox?to=${encodeURIComponent(address)}`, mails)).find(
      (mail) => subject.test(mail.subject),
    )
    if (found) return found.text
    await delay(200)
  }
  throw new Error(`no mail to ${address} about ${subject}`)
}

async function register() {
  const username = `demo-${randomBytes(4).toString('hex')}`
  const form = new FormData()
  const email = `${username}@demo.sejour`
  const fields = {
    username,
    first_name: 'Démo',
    last_name: 'Visiteur',
    country_id: 'FR',
    email,
    password: 'secret-demo',
    password_confirmation: 'secret-demo',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  await call(201, 'POST', '/auth/register', z.unknown(), { body: form })
  say('register', email)
  const refused = z.object({ success: z.literal(false) })
  await call(403, 'POST', '/auth/login', refused, { body: { login: email, password: fields.password } })
  const token = /verify-email\?token=([\w-]+)/.exec(await mailTo(email, /e-mail/))?.[1]
  await call(200, 'POST', '/auth/verify-email', z.unknown(), { body: { token } })
  say('verify', 'with the link of the mail')
  const session = await call(201, 'POST', '/auth/login', dataOf(z.object({ token: z.string(), id: z.int() })), {
    body: { login: username, password: fields.password },
  })
  say('login', `user ${session.data.id}`)
  return { email, ...session.data }
}

type Push = { type: string; title: string; message: string; data: { reservation_id: number } }

/** Subscribes a stock pusher-js to the user's own channel; `push` resolves with the push of a type. */
async function connect(userId: number, token: string) {
  const url = new URL(BASE)
  const port = Number(url.port || 80)
  const pusher = new Pusher(REALTIME_KEY, {
    cluster: '',
    wsHost: url.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: url.protocol === 'https:',
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      endpoint: `${BASE}/broadcasting/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer ${token}` },
    },
  })
  const pushes = new Map<string, PromiseWithResolvers<Push>>()
  const waiting = (type: string) => {
    const known = pushes.get(type) ?? Promise.withResolvers<Push>()
    pushes.set(type, known)
    return known
  }
  const channel = pusher.subscribe(`private-user.${userId}`)
  channel.bind('notification', (push: Push) => waiting(push.type).resolve(push))
  const subscribed = Promise.withResolvers<void>()
  channel.bind('pusher:subscription_succeeded', () => subscribed.resolve())
  channel.bind('pusher:subscription_error', (error: unknown) => subscribed.reject(new Error(JSON.stringify(error))))
  await within(subscribed.promise, 'subscription')
  return { push: (type: string) => within(waiting(type).promise, `push ${type}`), close: () => pusher.disconnect() }
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const timeout = AbortSignal.timeout(WAIT_TIMEOUT_MS)
  const late = new Promise<never>((_, reject) =>
    timeout.addEventListener('abort', () => reject(new Error(`${what} did not arrive`))),
  )
  return Promise.race([promise, late])
}

async function main(): Promise<void> {
  await call(200, 'GET', '/hi', z.unknown())
  const user = await register()
  const socket = await connect(user.id, user.token)
  say('socket', `private-user.${user.id}`)

  // A random check-in within a year, so that earlier runs of the demo have probably not taken the nights.
  const check_in = addDays(new Date().toISOString().slice(0, 10), 20 + Math.floor(Math.random() * 300))
  const check_out = addDays(check_in, 3)
  const search = await call(
    200,
    'GET',
    `/properties/search?country_id=FR&check_in=${check_in}&check_out=${check_out}&adults=2&instant_book=true&sort=price`,
    dataOf(z.array(propertyHit)),
  )
  const home = search.data[0]
  assert.ok(home, 'the search finds a home')
  say('search', `${search.data.length} homes, the cheapest: ${home.title}, ${home.price_total} ${home.currency}`)

  const { data: quote } = await call(200, 'POST', '/quotes', dataOf(quoteSchema), {
    body: { property_id: home.id, check_in, check_out, adults: 2 },
  })
  assert.equal(quote.total, home.price_total, 'the quote equals the price of the search')
  assert.equal(quote.available, true)
  say('quote', `${check_in} to ${check_out}: ${quote.total} ${quote.currency}`)

  const reserved = dataOf(z.object({ reservation_id: z.int(), payment_url: z.url() }))
  const { data: reservation } = await call(200, 'GET', `/quotes/confirm?quote_id=${quote.quote_id}`, reserved, {
    token: user.token,
  })
  const again = await call(200, 'GET', `/quotes/confirm?quote_id=${quote.quote_id}`, reserved, { token: user.token })
  assert.deepEqual(again.data, reservation, 'confirming twice gives the same reservation')
  await call(409, 'POST', '/reservations', z.unknown(), {
    token: user.token,
    body: { property_id: home.id, check_in, check_out, adults: 2 },
  })
  say('reserve', `reservation ${reservation.reservation_id}, held; a second booking of the nights is refused`)

  const paid = await fetch(`${reservation.payment_url}/pay`, { method: 'POST', redirect: 'manual' })
  assert.equal(paid.status, 303, `paying: ${paid.status}`)
  const sessionId = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
  const verified = await call(
    200,
    'GET',
    `/quotes/payment/verify?session_id=${sessionId}`,
    dataOf(z.object({ status: z.string(), reservation_id: z.int(), amount: z.number(), currency: z.string() })),
  )
  assert.deepEqual(verified.data, {
    status: 'paid',
    reservation_id: reservation.reservation_id,
    amount: quote.due_now,
    currency: quote.currency,
  })
  say('pay', `${verified.data.amount} ${verified.data.currency}, ${verified.data.status}`)

  const push = await socket.push('reservation_confirmed')
  assert.equal(push.data.reservation_id, reservation.reservation_id)
  say('push', JSON.stringify(push))
  await socket.push('payment_received')
  const { data: shown } = await call(
    200,
    'GET',
    `/reservations/${reservation.reservation_id}`,
    dataOf(z.object({ status: z.string() })),
    { token: user.token },
  )
  assert.equal(shown.status, 'confirmed')
  const { data: notifications } = await call(
    200,
    'GET',
    '/notifications',
    dataOf(z.array(z.object({ type: z.string() }))),
    { token: user.token },
  )
  assert.deepEqual(notifications.map(({ type }) => type).toSorted(), ['payment_received', 'reservation_confirmed'])
  await mailTo(user.email, /^Reservation confirmed$/)
  say('mail', 'the confirmation is in the mailbox')
  await afterBooking(user.token, reservation.reservation_id)
  const [support, owner] = [await signIn(ACCOUNTS.support.email), await signIn(ACCOUNTS.owner.email)]
  await showMoney({ call, say, support, owner, guest: user.token }, home.id)
  socket.close()
  console.log('\nEverything as it should be.')
}

/** The owner's side of the stay: a question and its answer, a supplement and its bill, the invoice. */
async function afterBooking(token: string, id: number): Promise<void> {
  const { data: stay } = await call(
    200,
    'GET',
    `/reservations/${id}`,
    dataOf(z.object({ owner_id: z.int(), guest_id: z.int() })),
    { token },
  )
  const owner = await signIn(ACCOUNTS.owner.email)
  const sent = dataOf(z.object({ id: z.int() }))
  const question = { receiver_id: stay.owner_id, content: 'Is there a baby bed?', reservation_id: id }
  await call(201, 'POST', '/messages', sent, { token, body: question })
  const answer = { receiver_id: stay.guest_id, content: 'Yes, with pleasure.', reservation_id: id }
  await call(201, 'POST', '/messages', sent, { token: owner, body: answer })
  say('messages', `“${question.content}” “${answer.content}”`)

  const supplement = { label: 'Baby bed', amount: 15 }
  await call(201, 'POST', `/reservations/${id}/supplements`, z.unknown(), { token: owner, body: supplement })
  const invoiced = dataOf(z.object({ invoice_url: z.url(), amount: z.number() }))
  const { data: bill } = await call(200, 'POST', `/reservations/${id}/invoice?is_supplement=true`, invoiced, { token })
  assert.equal(bill.amount, supplement.amount)
  const opened = await fetch(bill.invoice_url, { method: 'POST', redirect: 'manual' })
  await fetch(`${opened.headers.get('location')}/pay`, { method: 'POST', redirect: 'manual' })
  say('bill', `${supplement.label}, ${bill.amount} EUR, paid at ${bill.invoice_url}`)

  const { data: invoice } = await call(200, 'POST', `/reservations/${id}/invoice`, invoiced, { token })
  const pdf = await fetch(`${invoice.invoice_url}.pdf`)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  say('invoice', invoice.invoice_url)
}

const signIn = async (login: string): Promise<string> => {
  const answer = dataOf(z.object({ token: z.string() }))
  return (await call(201, 'POST', '/auth/login', answer, { body: { login, password: DEMO_PASSWORD } })).data.token
}

try {
  await main()
  process.exit(0)
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
