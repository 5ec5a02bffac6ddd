import { isDeepStrictEqual } from 'node:util'
import type { Quotas } from '../../accounts/quotas/config.ts'
import { assertBelow, countOfDay, lockQuota } from '../../accounts/quotas/quotas.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import type { UserRole } from '../../platform/db/enums.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { type FieldMessageKey, invalid } from '../../platform/http/errors.ts'
import { assertVerified, type Identity, STAFF } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { zoneIn } from '../../platform/places/zones.ts'
import type { HomesContext } from '../context.ts'
import { refuseHome } from './homes.ts'
import type { PropertyChanges } from './schemas.ts'

type Home = Omit<Parameters<typeof queries.properties.insert>[1], 'id'>

type Publisher = Pick<Identity, 'userId' | 'verified'>

const DEFAULTS = {
  description: '',
  property_type: 'apartment',
  room_type: 'entire_home',
  neighborhood_id: null,
  address: null,
  currency: 'EUR',
  bedrooms: 1,
  beds: 1,
  bathrooms: 1,
  amenities: [],
  weekend_price_cents: null,
  weekend_days: [5, 6],
  cleaning_fee_cents: 0,
  extra_guest_fee_cents: 0,
  security_deposit_cents: 0,
  deposit_percent: 100,
  balance_due_days: 30,
  min_stay: 1,
  max_stay: 365,
  lead_time_days: 0,
  booking_window_days: 730,
  instant_book: true,
  cancellation_policy: 'flexible',
  check_in_time: '16:00',
  check_out_time: '11:00',
  owner_days: null,
  registration_number: null,
  tax_per_adult_night_cents: null,
  tax_percent_hundredths: null,
  tax_cap_cents: null,
  seller_id: null,
  status: 'published',
} satisfies Partial<Home>

/**
 * Creates a home; its user becomes an owner.
 * @throws AppError 400 for contradictions and unknown references, 403 to publish before the e-mail address is verified, 409 and
 * 429 when the account has too many homes, or has made too many today.
 */
export async function createProperty(
  tx: Transaction,
  { homesPerAccount }: Pick<Quotas, 'homesPerAccount'>,
  owner: Publisher,
  changes: PropertyChanges,
  /** Its id, for the demo, whose homes have the same ids everywhere. */
  id?: string,
): Promise<string> {
  const user_id = owner.userId
  const home = await complete(tx, changes, { ...DEFAULTS, owner_id: user_id })
  assertMayPublish(owner, home)
  await lockQuota(tx, user_id)
  assertBelow(homesPerAccount, await queries.properties.countOfOwner(tx, { user_id }))
  await countOfDay(tx, 'homes', user_id, { limit: homesPerAccount })
  const created = await queries.properties.insert(tx, { ...home, id })
  await queries.auth.becomeOwner(tx, { user_id })
  return created.id
}

/**
 * Merges changes into a home under a lock, so that two concurrent changes are both kept.
 * @throws AppError 400, 403 not the owner, or to publish before the e-mail address is verified, 404.
 */
export async function updateProperty(
  context: HomesContext,
  identity: Identity,
  propertyId: string,
  changes: PropertyChanges,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const { home } = await merge(context, tx, identity, propertyId, changes)
    await queries.properties.update(tx, { ...home, property_id: propertyId })
  })
}

/** The same in a transaction, without touching a home that is so already. Returns whether it has changed. @throws as `updateProperty`. */
export async function updateIfDifferent(
  context: HomesContext,
  tx: Transaction,
  identity: Identity,
  propertyId: string,
  changes: PropertyChanges,
): Promise<boolean> {
  const { current, home } = await merge(context, tx, identity, propertyId, changes)
  if (isDeepStrictEqual(withShortTimes(current), withShortTimes(home))) return false
  await queries.properties.update(tx, { ...home, property_id: propertyId })
  return true
}

async function merge(
  context: HomesContext,
  tx: Transaction,
  identity: Identity,
  propertyId: string,
  changes: PropertyChanges,
) {
  const current = await lockOwn(context, tx, identity, propertyId)
  const home = await complete(tx, changes, current)
  if (current.status !== home.status) assertMayPublish(identity, home)
  return { current, home }
}

/** PostgreSQL says seconds. */
const withShortTimes = (home: Home): Home => ({
  ...home,
  check_in_time: home.check_in_time.slice(0, 5),
  check_out_time: home.check_out_time.slice(0, 5),
})

function assertMayPublish(owner: Publisher, { status }: Home): void {
  if (status === 'published') assertVerified(owner)
}

type Manager = Pick<Identity, 'userId' | 'role' | 'grant'>

/**
 * Locks a home for its owner, or `staff`.
 * @throws AppError 403 who only sees it, 404 also for drafts of others.
 */
export async function lockOwn(
  context: HomesContext,
  tx: Queryable,
  person: Manager,
  propertyId: string,
  staff: readonly UserRole[] = ['admin'],
) {
  const ownership = { property_id: propertyId, user_id: person.userId, is_staff: staff.includes(person.role) }
  const own = reaches(person, propertyId) ? await queries.properties.lockOwn(tx, ownership) : undefined
  return own ?? refuseHome(context, tx, person, propertyId)
}

export type ManagedHome = Awaited<ReturnType<typeof lockOwn>>

/** The same for what support may change as well as administrators: calendars, seasons, subscriptions of channels. */
export const lockManaged = (context: HomesContext, tx: Queryable, identity: Manager, propertyId: string) =>
  lockOwn(context, tx, identity, propertyId, STAFF)

/** Fields that a home has before a change. */
type Known = Partial<Home> & Pick<Home, 'owner_id'>

/** Merges changes into a home, checks its references, and derives country, coordinates and time zone where they are not given. */
async function complete(tx: Queryable, changes: PropertyChanges, before: Known): Promise<Home> {
  const { base_price, weekend_price, cleaning_fee, extra_guest_fee, security_deposit, tourist_tax, ...rest } = changes
  const given = Object.fromEntries(
    Object.entries({
      ...rest,
      base_price_cents: base_price,
      weekend_price_cents: weekend_price,
      cleaning_fee_cents: cleaning_fee,
      extra_guest_fee_cents: extra_guest_fee,
      security_deposit_cents: security_deposit,
      tax_per_adult_night_cents: tourist_tax?.per_adult_night_cents,
      tax_percent_hundredths: tourist_tax?.percent_hundredths,
      tax_cap_cents: tourist_tax?.cap_cents,
    }).filter(([, value]) => value !== undefined),
  )
  const moves = changes.city_id !== undefined && changes.city_id !== before.city_id
  const merged = { ...before, ...(moves ? { neighborhood_id: null } : {}), ...given } as Home
  const found = await queries.properties.findReferences(tx, merged)
  const problems: Record<string, FieldMessageKey> = {}
  if (!found) problems.city_id = 'unknown'
  if (!(await isOwnSeller(tx, before.owner_id, changes.seller_id))) problems.seller_id = 'unknown'
  if (found && !found.has_neighborhood) problems.neighborhood_id = 'inCity'
  const included_guests = merged.included_guests ?? merged.max_guests
  if (included_guests > merged.max_guests) problems.included_guests = 'guestRange'
  if (merged.min_stay > merged.max_stay) problems.max_stay = 'stayRange'
  if (Object.keys(problems).length > 0 || !found) throw invalid(problems)
  const latitude = changes.latitude ?? (moves ? undefined : before.latitude) ?? found.latitude
  const longitude = changes.longitude ?? (moves ? undefined : before.longitude) ?? found.longitude
  const place = { country_id: found.country_id, latitude, longitude }
  return { ...merged, ...place, included_guests, timezone: await findZone(tx, place, changes.timezone, before) }
}

/** True if a home of an account may have this seller, which is then there until the end of the transaction. */
const isOwnSeller = async (tx: Queryable, owner_id: number, id: number | null = null): Promise<boolean> =>
  id === null || (await queries.sellers.lock(tx, { id, owner_id })) !== undefined

type Place = Pick<Home, 'country_id' | 'latitude' | 'longitude'>

/**
 * The time zone that the owner gives a home, or that of its place. It stays until the home is moved or its owner says
 * another.
 * @throws AppError 400 when PostgreSQL does not know it, whose list may be older than that of Node.
 */
async function findZone(tx: Queryable, place: Place, wanted: string | undefined, before: Partial<Home>) {
  const { country_id, latitude, longitude } = place
  const stays = before.country_id === country_id && before.latitude === latitude && before.longitude === longitude
  const zone = wanted ?? (stays ? before.timezone : undefined) ?? (await zoneOf(tx, place))
  await queries.properties.findDayAt(tx, { timezone: zone }).catch((error: unknown) => {
    throw databaseError(error)?.code === '22023' ? invalid({ timezone: 'unknown' }) : error
  })
  return zone
}

async function zoneOf(tx: Queryable, { country_id, latitude, longitude }: Place): Promise<string> {
  const zone = zoneIn(country_id, latitude, longitude)
  // A home near a border: a place of its country says in which zone it is.
  return zone ?? (await queries.places.findNearestZone(tx, { country_id, latitude, longitude }))?.timezone ?? 'UTC'
}
