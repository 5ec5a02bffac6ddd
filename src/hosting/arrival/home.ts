import type { z } from 'zod'
import { isOwner, refuseHome } from '../../homes/properties/homes.ts'
import { lockOwn } from '../../homes/properties/write.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import type { HostingContext } from '../context.ts'
import { listPictures } from './pictures.ts'
import { byLanguage, type HomeArrival, type shownHomeArrival, wifi } from './schemas.ts'

/** Shows the arrival at a home to its company. @throws AppError 403 for callers who only see the home, 404. */
export async function findHomeArrival(
  context: HostingContext,
  identity: Identity,
  property_id: string,
): Promise<z.output<typeof shownHomeArrival>> {
  const { db } = context
  const isManaged = reaches(identity, property_id) && (isStaff(identity) || (await isOwner(db, identity, property_id)))
  const home = isManaged ? await queries.properties.findStanding(db, { property_id }) : undefined
  if (!home) return refuseHome(context, db, identity, property_id)
  const row = await queries.arrival.find(db, { property_id })
  if (!row) return refuseHome(context, db, identity, property_id)
  return {
    ...row,
    wifi: wifi.nullable().parse(row.wifi),
    texts: byLanguage.parse(row.texts),
    property_id,
    pictures: await listPictures(context, property_id),
  }
}

/** Writes how guests of a home arrive. @throws AppError 403 for callers who only see the home, 404. */
export async function writeHomeArrival(
  context: HostingContext,
  identity: Identity,
  property_id: string,
  arrival: HomeArrival,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockOwn(context, tx, identity, property_id)
    await queries.arrival.upsert(tx, { property_id, ...arrival })
  })
}

/** Deletes how guests arrive at the homes of a user, in the transaction that erases the account. Returns the files to remove. */
export async function eraseArrivals(_context: HostingContext, tx: Transaction, user_id: number): Promise<string[]> {
  const homes = await queries.properties.listIdsOfOwner(tx, { user_id })
  const pictures = await queries.arrival.erase(tx, { property_ids: homes.map(({ id }) => id) })
  return pictures.map(({ path }) => path)
}
