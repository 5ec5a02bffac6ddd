import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Grant, hasScope, type Scope } from '../../platform/http/scopes.ts'
import { isSigned, type Secrets, sign } from '../../platform/lib/signature.ts'
import type { BookingsContext } from '../context.ts'

/** Links of stays (docs/design/domain.md, "The link of a stay"). */

/** A stay and the version of its links: another version voids earlier ones. `has_grants`: no node of 0.2 is left, which can read no others. */
export interface Linked {
  id: number
  link_version: number
  has_grants: boolean
}

/** Version of the links of a stay until they are renewed. */
export const FIRST_VERSION = 1

/** `full`: for the guest. `travel`: for those who travel with them. */
type StayView = 'full' | 'travel'

/** Scopes that a link may have, besides that of seeing the stay. Their order is that of the bits in a key: new ones come last. */
export const LINK_SCOPES = [
  'reservations.write',
  'guests.read',
  'payments.read',
  'messages.read',
  'messages.write',
  'access_codes.write',
  'register.read',
  'register.write',
] as const satisfies readonly Scope[]
export type LinkScope = (typeof LINK_SCOPES)[number]

/**
 * The way by which a link came to its holder: mailed to an address and shown to nobody else, fetched by the guest who is signed in, fetched by the
 * company or written into its messages, or made before links had scopes.
 */
type LinkOrigin = 'mailed' | 'guest' | 'company' | 'earlier'

/** The scopes of a link, and how it was made. */
export interface LinkGrant {
  origin: LinkOrigin
  scopes: readonly LinkScope[]
}

/** A link that somebody has opened; `mailed_tag` stands for the address that it was mailed to. */
export interface OpenedLink extends LinkGrant {
  view: StayView
  mailed_tag: string | undefined
}

const ALL_SCOPES: LinkGrant['scopes'] = LINK_SCOPES

/** Scopes without which nobody had a link before links had scopes of their own. */
export const EARLIER_SCOPES = ['reservations.read', 'reservations.write', 'access_codes.write'] as const

/** The grant of a link that somebody fetches: never more than they have themselves. Pure. */
export const grantFor = (sender: { grant: Grant | null }, origin: 'guest' | 'company'): LinkGrant => ({
  origin,
  scopes: LINK_SCOPES.filter((scope) => hasScope(sender, scope)),
})

/** The grant of a link in a message that the service writes for a company. */
export const COMPANY_GRANT: LinkGrant = { origin: 'company', scopes: ALL_SCOPES }

/** The scopes of links that are mailed to an address: those of its typist; null: all. Pure. */
export const scopesOfTypist = (sender: { grant: Grant | null }): LinkScope[] | null => {
  const scopes = LINK_SCOPES.filter((scope) => hasScope(sender, scope))
  return scopes.length === LINK_SCOPES.length ? null : scopes
}

/** True if somebody has all scopes of links, and so may read links that were made for others. Pure. */
export const mayReadLinks = (sender: { grant: Grant | null }): boolean =>
  hasScope(sender, 'reservations.read') && scopesOfTypist(sender) === null

const EARLIER_PURPOSES: Record<StayView, string> = {
  full: 'links of stays',
  travel: 'links of stays for fellow travellers',
}
const PURPOSE = 'links of stays with scopes'
const TAG_PURPOSE = 'addresses of links of stays'
const TAG_LENGTH = 16

const ORIGINS = { mailed: 'm', guest: 'g', company: 'c' } as const
const VIEWS = { full: 'f', travel: 't' } as const
/** Number of the stay; then origin, view, scopes and the address of a mailed one, unless it is an earlier link; then the signature. */
const KEY =
  /^[1-9]\d{0,15}\.(?<payload>(?:(?<origin>[mgc])(?<view>[ft])(?<bits>[0-9a-f]{2})(?<tag>[\w-]{16})?)?)(?<signature>[\w-]{43})$/

const textOf = ({ id, link_version }: Linked): string => `${id} ${link_version}`

const bitsOf = (scopes: readonly LinkScope[]): string =>
  LINK_SCOPES.reduce((bits, scope, place) => bits + (scopes.includes(scope) ? 2 ** place : 0), 0)
    .toString(16)
    .padStart(2, '0')

const scopesOfBits = (bits: string): LinkScope[] =>
  LINK_SCOPES.filter((_, place) => Math.floor(Number.parseInt(bits, 16) / 2 ** place) % 2 === 1)

/** Stands for an address in a key, which others may read. Pure. */
export const tagOf = (config: Secrets, { id }: Pick<Linked, 'id'>, email: string): string =>
  sign(config, TAG_PURPOSE, `${id} ${email.toLowerCase()}`).slice(0, TAG_LENGTH)

function keyOf(config: Secrets, stay: Linked, view: StayView, { origin, scopes }: LinkGrant, email?: string): string {
  if (!stay.has_grants || origin === 'earlier')
    return `${stay.id}.${sign(config, EARLIER_PURPOSES[view], textOf(stay))}`
  const tag = email === undefined ? '' : tagOf(config, stay, email)
  const payload = `${ORIGINS[origin]}${VIEWS[view]}${bitsOf(scopes)}${tag}`
  return `${stay.id}.${payload}${sign(config, PURPOSE, `${textOf(stay)} ${payload}`)}`
}

/** Address of the page of a stay, for anyone who has it. */
export const stayLink = (context: BookingsContext, stay: Linked, grant: LinkGrant): string =>
  context.addressOf('showStayPage', { key: keyOf(context.config, stay, 'full', grant) })

/** The same for a mail to the address of its guest, and for nothing else: a form that comes by it proves the address. */
export const mailedLink = (
  context: BookingsContext,
  stay: Linked,
  { email, email_scopes }: { email: string; email_scopes: string[] | null },
): string => {
  const scopes = LINK_SCOPES.filter((scope) => email_scopes?.includes(scope) ?? true)
  return context.addressOf('showStayPage', {
    key: keyOf(context.config, stay, 'full', { origin: 'mailed', scopes }, email),
  })
}

/** The page without money and forms, for those who travel with the guest. Its link proves nothing. */
export const travelLink = (context: BookingsContext, stay: Linked, { origin, scopes }: LinkGrant): string =>
  context.addressOf('showStayPage', {
    key: keyOf(context.config, stay, 'travel', { origin: origin === 'mailed' ? 'guest' : origin, scopes }),
    view: 'travel',
  })

/** The earlier link of a stay, for those who come by one of its confirmation page. */
export const earlierLink = (context: BookingsContext, stay: Linked): string =>
  stayLink(context, stay, { origin: 'earlier', scopes: ALL_SCOPES })

const KEYS = /(\/stay\/[1-9]\d*)\.[\w-]+/g

/** A text without the keys of links of stays, for readers who may not have them. Pure. */
export const withoutKeys = (text: string): string => text.replaceAll(KEYS, '$1…')

/** A text whose links of a stay are the one with a key, for the reader who has that; other links lose their key. Pure. */
export const withOwnKey = (text: string, { id }: Pick<Linked, 'id'>, key: string): string =>
  text.replaceAll(KEYS, (_link, page: string) => (page === `/stay/${id}` ? `/stay/${key}` : `${page}…`))

/** Number of a stay in a key, whose signature is still to be checked; undefined: it is no key. Pure. */
export function numberOfKey(key: string): number | undefined {
  const [id = ''] = key.split('.')
  return KEY.test(key) ? Number(id) : undefined
}

/** Grant of a key of a stay; undefined: this service has not signed it, or its version is over. Pure. */
export function openKey(config: Secrets, stay: Linked, key: string): OpenedLink | undefined {
  const { payload = '', origin, view, bits = '', tag, signature = '' } = KEY.exec(key)?.groups ?? {}
  if (payload === '') {
    const views: StayView[] = ['full', 'travel']
    const found = views.find((one) => isSigned(config, EARLIER_PURPOSES[one], textOf(stay), signature))
    return found && { view: found, origin: 'earlier', scopes: ALL_SCOPES, mailed_tag: undefined }
  }
  if (!isSigned(config, PURPOSE, `${textOf(stay)} ${payload}`, signature)) return undefined
  return {
    view: view === 't' ? 'travel' : 'full',
    origin: origin === 'm' ? 'mailed' : origin === 'g' ? 'guest' : 'company',
    scopes: scopesOfBits(bits),
    mailed_tag: tag,
  }
}

/** True if the company itself may have sent what comes by a link. Pure. */
export const isOfCompany = ({ origin }: LinkGrant): boolean => origin === 'company' || origin === 'earlier'

/** The present address of a stay, for its guest who is signed in. @throws AppError 404 */
export async function findStayLink(context: BookingsContext, reservation_id: number): Promise<string> {
  const found = await queries.states.findLink(context.db, { reservation_id })
  if (!found) throw new AppError('notFound')
  return stayLink(context, found, { origin: 'guest', scopes: ALL_SCOPES })
}
