/** Use of the package by a front end; tests/clients/typescript.slow.test.ts installs it beside this file and runs it. */
import Pusher from 'pusher-js'
import {
  asForm,
  type components,
  createSejour,
  dataOf,
  type ErrorCode,
  fill,
  follow,
  isRefused,
  SejourError,
  type SejourOptions,
  type SessionStorage,
} from 'sejour-client'

const given = (name: string): string => process.env[name] ?? ''
const baseUrl = given('SEJOUR_URL')
const password = given('PASSWORD')
const stay = { check_in: given('CHECK_IN'), check_out: given('CHECK_OUT'), adults: 2 }

// Calls that the types refuse.
export const ofReservations: ErrorCode<'createReservation'> = 'taken'
// @ts-expect-error: an operation that has no such refusal
export const ofCards: ErrorCode<'listCards'> = 'taken'
// @ts-expect-error: no such code
export const none: ErrorCode = 'no_such_code'

/** Notifications narrow by their types. */
export function linkOf({ type, data }: components['schemas']['Notification']): string | undefined {
  if (type === 'new_message') return `/messages/${data.user_id}`
  if (type === 'balance_due') return `/reservations/${data.reservation_id}?reminder=${data.is_reminder}`
  // @ts-expect-error: not each of the others has a home
  return data.home.length > 0 ? undefined : ''
}

/** A storage that tabs share, and how often anybody renewed a token. */
function browser() {
  const values = new Map<string, string>()
  const storage: SessionStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  }
  const seen = { refreshes: 0, ended: false }
  const fetching = (request: Request) => {
    if (request.url.endsWith('/auth/refresh')) seen.refreshes++
    return fetch(request)
  }
  const tab = (others: Pick<SejourOptions, 'fetch'> & { locks?: undefined } = {}) =>
    createSejour({ baseUrl, language: 'en', storage, fetch: fetching, onEnd: () => (seen.ended = true), ...others })
  const read = () => JSON.parse(values.get('sejour') ?? 'null')
  return {
    seen,
    tab,
    values,
    read,
    /** Changes what is kept. */
    change: (fields: object) => void values.set('sejour', JSON.stringify({ ...read(), ...fields })),
  }
}

const [ofOwner, ofGuest] = [browser(), browser()]
const [owner, guest] = [ofOwner.tab(), ofGuest.tab()]

// Sign in
await guest.signIn(given('GUEST'), 'wrong').catch((error: unknown) => {
  if (isRefused(error, 'bad_credentials')) console.log(`refused: ${error.code}`)
})
const careful = browser().tab()
await careful.signIn(given('CAREFUL'), password).catch(async (error: unknown) => {
  if (!isRefused(error, 'second_factor_required') || !error.secondFactor) throw error
  const { challenge, methods } = error.secondFactor
  await careful.completeSignIn({ challenge, code: given('CODE') })
  const isSignedIn = (await careful.session.userId()) !== undefined
  console.log(`second factor: ${methods.join(' or ')}, signed in: ${isSignedIn}`)
})
await owner.signIn(given('OWNER'), password)
await guest.signIn(given('GUEST'), password)

// Listen
const { key } = dataOf(await owner.api.GET('/api/v1/config')).realtime
// The CommonJS build of pusher-js is a property of what Node imports; its types say that it always is.
const PusherClass = 'default' in Pusher ? Pusher.default : Pusher
const live = await owner.live(new PusherClass(key, owner.pusherOptions()))
await live.joined
const message = new Promise<string>((resolve) =>
  live.on('message', ({ sender, content, attachment_file }) =>
    resolve(`${sender.first_name} writes ${content} with ${attachment_file?.type}`),
  ),
)
const notification = new Promise<string>((resolve) => {
  const stop = live.on('notification', ({ type, data }) => {
    stop()
    resolve(type === 'new_message' ? `${type} of ${data.sender}` : type)
  })
})
const online = new Promise<boolean>((resolve) =>
  live.online()('pusher:subscription_succeeded', ({ me, count }) => resolve(count === 1 && me.info.username !== '')),
)

// Follow the feed of events
const feed = follow(owner.api, { types: ['reservation.held', 'message.created'] })
await feed.next()

// Search, book, write
const search = { params: { query: { country_id: 'FR', ...stay } } }
const [home] = dataOf(await guest.api.GET('/api/v1/properties/search', search))
if (home === undefined) throw new Error('no home is free')
console.log(`${home.title}: ${home.price_total} ${home.currency}`)
const booking = { body: { property_id: home.id, ...stay } }
const held = dataOf(await guest.api.POST('/api/v1/reservations', booking))
console.log(`held, to be paid: ${held.payment_url !== undefined}`)
const attachment = new Blob(['%PDF-1.7 plan'], { type: 'application/pdf' })
const body = { receiver_id: home.owner.id, property_id: home.id, content: 'Bonjour', attachment }
dataOf(await guest.api.POST('/api/v1/messages', { body, bodySerializer: asForm }))
console.log(`live: ${await notification}`)
console.log(`live: ${await message}`)
console.log(`online: ${await online}`)
for await (const { events } of feed)
  for (const { type, data } of events) {
    if (type === 'reservation.held') console.log(`feed: ${type} for ${data?.total} ${data?.currency}`)
    else console.log(`feed: ${type} “${data?.content}”`)
    if (type === 'message.created') await feed.return()
  }
live.close()

// Fill a copy with what there is
for await (const { rows } of fill(owner.api, 'calendars', { property_id: home.id }))
  console.log(`filled: ${rows.length} ranges, ${rows[0]?.nights?.length} nights in the first`)
for await (const { rows } of fill(owner.api, 'reservations'))
  console.log(`filled: ${rows.map(({ status, total }) => `${status} ${total}`)}`)
// A program with a key
const program = createSejour({ baseUrl, apiKey: given('KEY') })
for await (const { rows } of fill(program.api, 'reservations')) console.log(`program: ${rows.length} stays`)
// @ts-expect-error: there is no such list
fill(owner.api, 'messages')

// Two tabs at the end of a token
const due = () => ofGuest.change({ expires_at: new Date().toISOString(), kept_at: 0 })
const ask = async (tab: typeof guest) => (await tab.api.GET('/api/v1/user')).response.status
due()
const locked = [ofGuest.tab(), ofGuest.tab()] as const
const statuses = await Promise.all(locked.map(ask))
const same = new Set(await Promise.all(locked.map((tab) => tab.session.token()))).size === 1
console.log(
  `tabs with locks: ${ofGuest.seen.refreshes} refresh, both ${[...new Set(statuses)]}, ${same ? 'one token' : 'two'}`,
)
ofGuest.seen.refreshes = 0
due()
const unlocked = [ofGuest.tab({ locks: undefined }), ofGuest.tab({ locks: undefined })]
const answers = await Promise.all(unlocked.map(ask))
console.log(`tabs without locks: ${ofGuest.seen.refreshes} refreshes, both ${[...new Set(answers)]}`)

// With replicas, each request says how far the last write was, whichever answer came last.
const said: (string | null)[] = []
const positions = ['1.1.1/0/20', '1.1.1/0/9', undefined, '2.2.2/0/1', '-']
const follower = ofGuest.tab({
  fetch: async (request) => {
    said.push(request.headers.get('x-sejour-position'))
    const position = positions[said.length - 1]
    return Response.json({ data: {} }, { headers: position === undefined ? {} : { 'x-sejour-position': position } })
  },
})
for (const _ of [...positions, undefined]) await ask(follower)
console.log(`positions: ${said.join(' ')}`)

// A service that is busy, at the end of a token
due()
const refused = async () => new Response('<h1>Busy</h1>', { status: 503 })
const patient = ofGuest.tab({ fetch: (request) => (request.url.endsWith('/refresh') ? refused() : fetch(request)) })
console.log(`busy: ${await ask(patient)}, kept ${(await patient.session.token()) === ofGuest.read().token}`)
const away = createSejour({ baseUrl, fetch: refused })
await away.signIn('ada', password).catch((error: unknown) => {
  if (error instanceof SejourError) console.log(`busy: ${error.code} ${error.status}`)
})

// A channel is joined, although a proxy and then the service refuse its signatures at first.
let signatures = 0
const joining = ofGuest.tab({
  fetch: async (request) => {
    if (!request.url.endsWith('/broadcasting/auth') || ++signatures > 2) return fetch(request)
    const headers = { 'retry-after': '1' }
    if (signatures === 1) return new Response('<h1>Bad gateway</h1>', { status: 502, headers })
    return Response.json({ code: 'unavailable' }, { status: 500, headers })
  },
})
const joined = await joining.live(new PusherClass(key, joining.pusherOptions()))
await joined.joined
console.log(`joined with signature ${signatures}`)
joined.close()

// A token that has ended while nobody looked
ofGuest.seen.refreshes = 0
ofGuest.change({ token: given('STALE'), kept_at: Date.now() })
console.log(`stale: ${await ask(guest)}, ${ofGuest.seen.refreshes} refresh`)
ofGuest.seen.refreshes = 0
ofGuest.change({ token: given('STALE_TOO'), kept_at: Date.now() })
const [hit] = dataOf(await guest.api.GET('/api/v1/properties/search', { params: { query: { country_id: 'FR' } } }))
console.log(`stale on a public operation: is_favorite ${hit?.is_favorite}, ${ofGuest.seen.refreshes} refresh`)

// Refusals by their codes
const late = browser().tab()
await late.signIn(given('OTHER'), password)
const { error } = await late.api.POST('/api/v1/reservations', booking)
if (error?.code === 'taken') console.log(error.code)
try {
  dataOf(await guest.api.POST('/api/v1/quotes', { body: { ...booking.body, adults: 5_000 } }))
} catch (refusal) {
  if (!isRefused(refusal, 'validation')) throw refusal
  console.log(`wrong field: ${refusal.fields.adults?.map(({ code, limit }) => `${code} ${limit}`)}`)
}

// The session is ended on another device.
const elsewhere = browser()
for (const [name, value] of ofGuest.values) elsewhere.values.set(name, value)
await elsewhere.tab().signOut()
await ask(guest)
console.log(`ended: ${ofGuest.seen.ended} ${await guest.session.token()}`)
