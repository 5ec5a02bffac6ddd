/**
 * The tour (docs/tour.md) with a client whose types come from the service; tests/platform/plugins/client.slow.test.ts runs it. In a folder of
 * your own, with the service running:
 *
 *   npm install openapi-fetch openapi-typescript typescript@5
 *   npx openapi-typescript http://127.0.0.1:3000/openapi.json -o sejour.d.ts
 *   node typed-client.ts
 */
import createClient from 'openapi-fetch'
import type { paths } from './sejour.d.ts'

const baseUrl = process.env.SEJOUR_URL ?? 'http://127.0.0.1:3000'
const api = createClient<paths>({ baseUrl, headers: { 'accept-language': 'en' } })

/** The data of a success; a refusal ends the tour. */
function dataOf<T>({ data, error }: { data?: { data: T }; error?: unknown }): T {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`)
  return data.data
}

function asForm(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return form
}

/** The token in the verification mail, from the mailbox of a service that runs for development. */
async function mailedToken(email: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const mails = await (await fetch(`${baseUrl}/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
    const token = /verify-email\?token=([\w-]+)/.exec(mails)?.[1]
    if (token !== undefined) return token
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no mail to ${email}`)
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

// 1. An account
const username = `ada${Date.now()}`
const password = 'engine1843'
const { user } = dataOf(
  await api.POST('/api/v1/auth/register', {
    body: {
      username,
      first_name: 'Ada',
      last_name: 'Lovelace',
      country_id: 'GB',
      email: `${username}@example.org`,
      password,
      password_confirmation: password,
    },
    bodySerializer: asForm,
  }),
)
const verified = await api.POST('/api/v1/auth/verify-email', { body: { token: await mailedToken(user.email) } })
console.log(verified.data?.message)

// 2. Sign in; every further request carries the token
const { token } = dataOf(await api.POST('/api/v1/auth/login', { body: { login: username, password } }))
api.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
})

// 3. Search: three nights in two months, for two, the cheapest first
const dates = { check_in: inDays(60), check_out: inDays(63), adults: 2 }
const homes = dataOf(
  await api.GET('/api/v1/properties/search', { params: { query: { country_id: 'FR', sort: 'price', ...dates } } }),
)
const [home] = homes
if (home === undefined) throw new Error('no home is free')
console.log(`${home.title}, ${home.city}: ${home.price_total} ${home.currency}`)

// 4. A quote, and the reservation that holds it
const quote = dataOf(await api.POST('/api/v1/quotes', { body: { property_id: home.id, ...dates } }))
for (const { code, amount } of quote.lines) console.log(`  ${code} ${amount}`)
const reserved = dataOf(
  await api.POST('/api/v1/reservations', {
    params: { header: { 'idempotency-key': quote.quote_id } },
    body: { quote_id: quote.quote_id },
  }),
)

// 5. Pay, as a guest does on the page of the payment stand-in
const paying = await fetch(`${reserved.payment_url}/pay`, { method: 'POST', redirect: 'manual' })
const session_id = new URL(paying.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
const payment = dataOf(await api.GET('/api/v1/quotes/payment/verify', { params: { query: { session_id } } }))
console.log(`${payment.amount} ${payment.currency} ${payment.status}`)

// 6. The reservation, and what was told of it
const path = { id: reserved.reservation_id }
const { status, price } = dataOf(await api.GET('/api/v1/reservations/{id}', { params: { path } }))
console.log(`Reservation ${path.id} is ${status}; ${price.balance} ${price.currency} are due later`)
for (const { type } of dataOf(await api.GET('/api/v1/notifications'))) console.log(`  ${type}`)

// 7. Cancel: first only what would be refunded
const reason = 'A change of plans'
const preview = dataOf(
  await api.POST('/api/v1/reservations/{id}/cancel', { params: { path, query: { dry_run: true } }, body: {} }),
)
const cancelled = dataOf(await api.POST('/api/v1/reservations/{id}/cancel', { params: { path }, body: { reason } }))
console.log(`${cancelled.status}: ${cancelled.refund} of ${preview.refund} ${cancelled.currency} go back`)

// 8. The company's side: a home of one's own, a guest who calls, and one more night
const mine = dataOf(
  await api.POST('/api/v1/properties', {
    body: { title: 'Ada’s attic', city_id: home.city_id, base_price: 90, max_guests: 2 },
  }),
)
const called = dataOf(
  await api.POST('/api/v1/properties/{property_id}/reservations', {
    params: { path: { property_id: mine.id } },
    body: {
      ...dates,
      guest: { name: 'Grace Hopper', phone: '+33 6 12 34 56 78' },
      pay: 'later',
      note: 'Called at nine',
    },
  }),
)
const stay = { id: called.reservation_id }
const longer = { check_out: inDays(64), reason: 'One more night' }
const change = dataOf(await api.POST('/api/v1/reservations/{id}/change', { params: { path: stay }, body: longer }))
console.log(`Reservation of ${mine.title}, ${called.status}: ${change.before.total} becomes ${change.after.total}`)
const desk = dataOf(await api.GET('/api/v1/desk'))
console.log(`${desk.unpaid?.total} unpaid`)
