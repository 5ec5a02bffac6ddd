import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { invalid } from '../../platform/http/errors.ts'

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
  const known = await queries.places.findCountry(db, { country_id: country })
  if (!known) throw invalid({ [`${field}.country`]: 'unknown' })
  return { ...contact, country: known.id }
}
