import type { FieldMessageKey } from '../../platform/http/errors.ts'
import { addDays } from '../../platform/lib/days.ts'
import { COUNTRIES, type Condition, type CountryRule, FIELDS, type Field } from './countries.ts'

/** Rules of the register of travellers (docs/design/domain.md, "Travellers"). Pure. */

export type Traveller = Partial<Record<Field, string | undefined>>

/** The stay of travellers: its country, days and number of people. */
export interface RegisteredStay {
  country_id: string
  check_in: string
  check_out: string
  people: number
}

const ruleOf = (country_id: string): CountryRule | undefined => COUNTRIES[country_id]

/** Full years of somebody on a day. Pure. */
export function ageOn(birth_date: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth_date.slice(0, 4))
  return day.slice(5) < birth_date.slice(5) ? years - 1 : years
}

/**
 * Whether a condition holds for a traveller. One without a nationality is first asked for it, and one without a birth date counts as an adult. Pure.
 * @param place their place in the list, from 0.
 */
function applies(
  condition: Condition,
  traveller: Traveller,
  place: number,
  { country_id, check_in }: RegisteredStay,
): boolean {
  const { foreign, first, from_age, under_age } = condition
  const age = traveller.birth_date === undefined ? undefined : ageOn(traveller.birth_date, check_in)
  return (
    !(foreign && [undefined, country_id].includes(traveller.nationality)) &&
    !(first && place > 0) &&
    (from_age === undefined || age === undefined || age >= from_age) &&
    (under_age === undefined || (age !== undefined && age < under_age))
  )
}

/** The fields that a country asks of a traveller. Pure. */
export const askedOf = (traveller: Traveller, place: number, stay: RegisteredStay): Field[] => {
  const { asks = {} } = ruleOf(stay.country_id) ?? {}
  return FIELDS.filter((field) => asks[field] !== undefined && applies(asks[field], traveller, place, stay))
}

/** Travellers without the fields that the country does not ask of them. Pure. */
export const onlyAsked = (travellers: Traveller[], stay: RegisteredStay): Traveller[] =>
  travellers.map((traveller, place) =>
    Object.fromEntries(askedOf(traveller, place, stay).map((field) => [field, traveller[field]])),
  )

/** The fields that the country of a stay asks, each with the travellers of whom. Pure. */
export const askedIn = (country_id: string) => {
  const { asks = {} } = ruleOf(country_id) ?? {}
  return FIELDS.flatMap((field) => {
    const condition = asks[field]
    if (!condition) return []
    const { foreign = false, first = false, from_age = null, under_age = null } = condition
    return [{ field, foreigners_only: foreign, first_only: first, from_age, under_age }]
  })
}

/** The last day on which the travellers of a stay are kept; null: the country asks nothing. Pure. */
export function keptUntil({ country_id, check_in, check_out }: RegisteredStay): string | null {
  const rule = ruleOf(country_id)
  return rule ? addDays(rule.keep.from === 'arrival' ? check_in : check_out, rule.keep.days) : null
}

/**
 * Problems of a list of travellers, by field: what is asked must be there, and nothing else may be. Pure.
 * @returns none when the list can be kept.
 */
export function problemsOf(travellers: Traveller[], stay: RegisteredStay): Record<string, FieldMessageKey> {
  if (travellers.length > 0 && !ruleOf(stay.country_id)) return { travellers: 'notAsked' }
  if (travellers.length > stay.people) return { travellers: 'tooManyTravellers' }
  const problems: Record<string, FieldMessageKey> = {}
  for (const [place, traveller] of travellers.entries()) {
    if (traveller.birth_date !== undefined && traveller.birth_date > stay.check_out) {
      problems[`travellers.${place}.birth_date`] = 'inTheFuture'
      continue
    }
    const asked = askedOf(traveller, place, stay)
    for (const field of FIELDS) {
      const isThere = traveller[field] !== undefined
      if (isThere !== asked.includes(field))
        problems[`travellers.${place}.${field}`] = isThere ? 'notAsked' : 'required'
    }
  }
  return problems
}
