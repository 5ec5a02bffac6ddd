import {
  asForm,
  bodyOf,
  type components,
  createSejour,
  dataOf,
  type paths,
  SejourError,
} from '../../typescript/src/index.ts'
import { locale } from './locale.ts'
import { isDemo, settings } from './settings.ts'

export { asForm, bodyOf, dataOf, isRefused, SejourError } from '../../typescript/src/index.ts'

export type Schemas = components['schemas']

/** With the demo's accounts each tab is a person; elsewhere all tabs are the same one. */
export const storage = isDemo ? sessionStorage : localStorage

let ended = (): void => undefined

/** Says what to do when the service has ended the session. */
export const onEnd = (listener: () => void): void => {
  ended = listener
}

export const sejour = createSejour({
  baseUrl: location.origin,
  language: locale(),
  storage,
  onEnd: () => ended(),
  // Another tab is somebody else now: what this one shows is not theirs.
  onChange: () => location.reload(),
})

export const { api } = sejour

/** The user signed in in this tab. */
export interface Me {
  id: number
  first_name: string
  role: 'user' | 'owner' | 'support' | 'admin'
  email: string
  /** False until the address is proved; absent in earlier sessions. */
  verified?: boolean
  /** Companies in whose teams they are. */
  teams: Schemas['TeamMembership'][]
}

/** True for those who help everybody of the installation. */
export const isStaff = (me: Me | undefined): boolean => me?.role === 'support' || me?.role === 'admin'

const ME = 'sejour-me'
/** Beginning of the places of drafts. */
export const DRAFTS = 'sejour-draft '

const REGISTER = '/api/v1/auth/register'

type Registration = paths[typeof REGISTER]['post']['requestBody']['content']['multipart/form-data']

/** Reads who has signed in, and for whom they act; once, so that a page costs one call. */
export async function keepMe(): Promise<Schemas['User']> {
  const readTeams = async () => (settings.office ? dataOf(await api.GET('/api/v1/team/memberships')) : [])
  const [answer, teams] = await Promise.all([api.GET('/api/v1/user'), readTeams()])
  const user = dataOf(answer)
  const { id, first_name, role, email, locale: language } = user
  // Accounts of the demo speak the language of the page; others keep theirs.
  if (isDemo && language !== locale()) bodyOf(await api.PUT('/api/v1/user', { body: { locale: locale() } }))
  const me: Me = { id, first_name, role, email, verified: user.email_verified, teams }
  storage.setItem(ME, JSON.stringify(me))
  return user
}

/** @throws SejourError with `secondFactor` where the account has one, and others */
export async function signIn(login: string, password: string): Promise<void> {
  await sejour.signIn(login, password)
  await keepMe()
}

/** Completes a sign-in by a code or a passkey. @throws SejourError */
export async function completeSignIn(proof: Schemas['SecondFactorCompletion']): Promise<void> {
  await sejour.completeSignIn(proof)
  await keepMe()
}

/** Makes an account, and signs in with it. @throws SejourError */
export async function register(body: Registration): Promise<void> {
  const { token, expires_at, user } = dataOf(await api.POST(REGISTER, { body, bodySerializer: asForm }))
  await sejour.session.keep({ token, expires_at, id: user.id })
  await keepMe()
}

export async function signOut(): Promise<void> {
  await sejour.signOut()
  for (const key of Object.keys(storage)) if (key === ME || key.startsWith(DRAFTS)) storage.removeItem(key)
}

/** undefined: nobody. */
export async function whoAmI(): Promise<Me | undefined> {
  const kept = storage.getItem(ME)
  if (kept === null || (await sejour.session.userId()) === undefined) return undefined
  return { teams: [], ...JSON.parse(kept) } as Me
}

/** `randomUUID` exists on secure pages only, and a phone on the local network has none. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Keys under which something is done once, however often it is sent: the same until it has worked or is something else. */
export function idempotencyKeys() {
  let key = ''
  let last: string | undefined
  return {
    of(body: unknown): string {
      const text = JSON.stringify(body)
      if (last !== text) [key, last] = [newKey(), text]
      return key
    },
    renew(): void {
      last = undefined
    },
  }
}

/** Sentences of a refusal: its own, and those of its fields. */
export function sentenceOf(failure: unknown, offline: string): string {
  if (!(failure instanceof SejourError)) return failure instanceof TypeError ? offline : String(failure)
  const fields = Object.values(failure.sentences).flat()
  return fields.length > 0 ? fields.join(' ') : failure.message
}
