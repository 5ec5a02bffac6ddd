import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isSigned, type Secrets, sign } from '../../platform/lib/signature.ts'
import type { StaysContext } from '../context.ts'

/** Links of stays (docs/design/domain.md, "The link of a stay"). */

/** A stay and the version of its links: another version voids earlier ones. */
export interface Linked {
  id: number
  link_version: number
}

/** Version of the links of a stay until they are renewed. */
export const FIRST_VERSION = 1

/** `full`: for the guest. `travel`: for those who travel with them. */
export type StayView = 'full' | 'travel'

const PURPOSES: Record<StayView, string> = { full: 'links of stays', travel: 'links of stays for fellow travellers' }

const textOf = ({ id, link_version }: Linked): string => `${id} ${link_version}`

const keyOf = (config: Secrets, stay: Linked, view: StayView): string =>
  `${stay.id}.${sign(config, PURPOSES[view], textOf(stay))}`

/** Address of the page of a stay, for anyone who has it. */
export const stayLink = (context: StaysContext, stay: Linked): string =>
  context.addressOf('showStayPage', { key: keyOf(context.config, stay, 'full') })

/** The same page without money, for those who travel with the guest. */
export const travelLink = (context: StaysContext, stay: Linked): string =>
  context.addressOf('showStayPage', { key: keyOf(context.config, stay, 'travel'), view: 'travel' })

/** Scopes of the link: the page shows the code of the door, and asks for changes. */
export const LINK_SCOPES = ['reservations.read', 'reservations.write', 'access_codes.write'] as const

const KEYS = /(\/stay\/[1-9]\d*)\.[\w-]+/g

/** A text without the keys of links of stays, for readers who may not have them. Pure. */
export const withoutKeys = (text: string): string => text.replaceAll(KEYS, '$1…')

/** Number of a stay in a key, whose signature is still to be checked; undefined: it is no key. Pure. */
export function numberOfKey(key: string): number | undefined {
  const [id = ''] = key.split('.')
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}

/** The view that a key of a stay opens; undefined: this service has not signed it, or its version is over. Pure. */
export function viewOfKey(config: Secrets, stay: Linked, key: string): StayView | undefined {
  const signature = key.slice(key.indexOf('.') + 1)
  const views: StayView[] = ['full', 'travel']
  return views.find((view) => isSigned(config, PURPOSES[view], textOf(stay), signature))
}

/** The present address of a stay. @throws AppError 404 */
export async function findStayLink(context: StaysContext, reservation_id: number): Promise<string> {
  const found = await queries.stays.findLink(context.db, { reservation_id })
  if (!found) throw new AppError('notFound')
  return stayLink(context, found)
}
