import { hostOf } from '../../bookings/reservations/show.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { hasScope } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { HostingContext } from '../context.ts'
import { BARS_OF_HOME, type PlanRow } from './plan-schemas.ts'

/** The rows of a plan: some homes of a company with the stays and closures of some days, both inclusive. */
export async function findPlan(
  { db }: HostingContext,
  identity: Identity,
  homes: PlanRow['property'][],
  days: { from_day: string; to_day: string },
): Promise<PlanRow[]> {
  if (homes.length === 0) return []
  const asked = { ...days, property_ids: homes.map(({ id }) => id), limit: BARS_OF_HOME }
  const knowsGuests = hasScope(identity, 'guests.read')
  const knowsMoney = hasScope(identity, 'payments.read')
  // One after another: a plan takes one connection of the pool, not two.
  const stays = Map.groupBy(await queries.reservations.listOfHomes(db, asked), ({ property_id }) => property_id)
  const closures = hasScope(identity, 'calendar.read')
    ? Map.groupBy(await queries.calendars.listClosuresOfHomes(db, asked), ({ property_id }) => property_id)
    : null
  return homes.map((property) => ({
    property,
    stays: (stays.get(property.id) ?? []).map(({ property_id: _, guest_name, open_cents, ...stay }) => ({
      ...stay,
      guest_name: hostOf(identity, stay).seesGuest ? guest_name : null,
      amount_open: knowsMoney && open_cents !== null ? fromCents(open_cents) : null,
    })),
    closures:
      closures &&
      (closures.get(property.id) ?? []).map(({ property_id: _, name, note, ...closure }) => ({
        ...closure,
        name: knowsGuests ? name : null,
        note: knowsGuests ? note : null,
      })),
  }))
}
