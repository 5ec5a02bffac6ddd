import createClient from 'openapi-fetch'
import { bodyOf, dataOf } from './errors.js'
import type { components, paths } from './generated/api.js'
import { Live, optionsOf } from './realtime.js'
import { isStale, Session, type SessionOptions } from './session.js'

export { bodyOf, dataOf, type ErrorCode, type FieldError, isRefused, SejourError } from './errors.js'
export { type EventType, type FollowOptions, follow, type Page, type SejourEvent, type Webhook } from './events.js'
export { type FillOptions, fill, type ListName, type Row, type Rows } from './fill.js'
export type { components, operations, paths } from './generated/api.js'
export type { ChatEvents, Live, UserEvents } from './realtime.js'
export type { Issued, Session, SessionStorage } from './session.js'

export interface SejourOptions extends SessionOptions {
  /** Language of messages and errors; by default that of the browser. */
  language?: 'fr' | 'en'
  /** A key of a program, or a publishable one, in place of a user who signs in. */
  apiKey?: string
}

/** A form of fields and files, for operations that take one: `bodySerializer: asForm`. */
export function asForm(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) {
      if (one === undefined || one === null) continue
      if (one instanceof Blob) form.append(name, one)
      else form.append(name, String(one))
    }
  }
  return form
}

const POSITION = 'x-sejour-position'

/** The later of two positions: `<database>/<high>/<low>`, in hexadecimal digits. Of those of two databases it is the new one. Pure. */
function later(before: string | null, now: string | null): string | null {
  if (before === null || now === null) return now ?? before
  const [, ...old] = before.split('/')
  const [, ...fresh] = now.split('/')
  const isBehind =
    before.split('/')[0] === now.split('/')[0] &&
    old.map((part) => part.padStart(8, '0')).join('') > fresh.map((part) => part.padStart(8, '0')).join('')
  return isBehind ? before : now
}

/** A client of a service. */
export function createSejour(options: SejourOptions) {
  const { baseUrl, language, apiKey, fetch = (request: Request) => globalThis.fetch(request) } = options
  const session = new Session(options)

  /** Sends a request as the user, and once more when the token was not taken and there is a newer one. */
  async function send(request: Request): Promise<Response> {
    if (apiKey !== undefined) {
      request.headers.set('authorization', `Bearer ${apiKey}`)
      return follow(request)
    }
    const token = await session.token()
    if (token === undefined) return fetch(request)
    const again = request.clone()
    request.headers.set('authorization', `Bearer ${token}`)
    const answer = await follow(request)
    if (!isStale(answer)) return answer
    const newer = await session.renew(token)
    // A public operation has been carried out, as for nobody: only what was read is asked for again.
    if (newer === undefined || newer === token || (answer.status !== 401 && request.method !== 'GET')) return answer
    again.headers.set('authorization', `Bearer ${newer}`)
    return follow(again)
  }

  /** Position of the service after the last write. Where it has replicas, they answer who has one, and show what was written. */
  let position: string | null = null
  async function follow(request: Request): Promise<Response> {
    if (position !== null) request.headers.set(POSITION, position)
    const answer = await fetch(request)
    // Answers overtake each other.
    position = later(position, answer.headers.get(POSITION))
    return answer
  }

  const headers = language === undefined ? {} : { 'accept-language': language }
  const api = createClient<paths>({ baseUrl, headers, fetch: send })

  return {
    /** Every operation, by its path. */
    api,
    /** Every operation, acting for an account in whose team the user is (`GET /team/memberships` lists them). */
    actingFor: (account: number) =>
      createClient<paths>({ baseUrl, headers: { ...headers, 'sejour-account': String(account) }, fetch: send }),
    session,
    /** Signs in, and keeps the session. @throws SejourError `bad_credentials`, `second_factor_required` and others */
    async signIn(login: string, password: string) {
      const issued = dataOf(await api.POST('/api/v1/auth/login', { body: { login, password } }))
      await session.keep(issued)
      return issued
    },
    /** Completes a sign-in of an account with a second factor, and keeps the session. @throws SejourError `wrong_code`, `wrong_passkey` and others */
    async completeSignIn(body: components['schemas']['SecondFactorCompletion']) {
      const issued = dataOf(await api.POST('/api/v1/auth/second-factor', { body }))
      await session.keep(issued)
      return issued
    },
    /** Ends the session, here and at the service. */
    async signOut() {
      await api.POST('/api/v1/auth/logout').catch(() => undefined)
      await session.forget()
    },
    /** The options of `new Pusher(key, …)`; `GET /config` names the key. */
    pusherOptions: () =>
      optionsOf(baseUrl, async (socket_id, channel_name) => {
        const answer = await api.POST('/api/v1/broadcasting/auth', { body: { socket_id, channel_name } })
        const { auth, channel_data } = bodyOf(answer)
        return { auth, ...(channel_data !== undefined && { channel_data }) }
      }),
    /** The typed events of the user who is signed in. @throws Error when nobody is */
    async live(pusher: ConstructorParameters<typeof Live>[0]): Promise<Live> {
      const userId = await session.userId()
      if (userId === undefined) throw new Error('Nobody is signed in')
      return new Live(pusher, userId)
    },
  }
}

export type Sejour = ReturnType<typeof createSejour>
