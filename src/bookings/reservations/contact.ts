import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { invalid } from '../../platform/http/errors.ts'

/** The id of a country; undefined for none, and for one that is unknown here. */
export const knownCountry = async (db: Queryable, country_id: string | undefined): Promise<string | undefined> =>
  country_id === undefined ? undefined : (await queries.places.findCountry(db, { country_id }))?.id

/**
 * A contact with its country as the service writes it.
 * @param field of the request that has the contact.
 * @throws AppError 400 for an unknown country.
 */
export async function withKnownCountry<Contact extends { country?: string | null }>(
  db: Queryable,
  contact: Contact,
  field: string,
): Promise<Contact> {
  const { country } = contact
  if (country === undefined || country === null) return contact
  const known = await knownCountry(db, country)
  if (known === undefined) throw invalid({ [`${field}.country`]: 'unknown' })
  return { ...contact, country: known }
}
