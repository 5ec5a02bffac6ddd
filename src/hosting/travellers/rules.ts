import { type FieldMessageKey, type FieldProblem, fieldProblem } from '../../platform/http/errors.ts'
import { addDays } from '../../platform/lib/days.ts'
import {
  COUNTRIES,
  type Condition,
  type CountryRule,
  EARLIER,
  FIELDS,
  type Field,
  type Limits,
  RELATIONS,
  STATELESS,
} from './countries.ts'
import { isSpanishNumber } from './spanish.ts'

/** Rules of the register of travellers (docs/design/domain.md, "Travellers"). Pure. */

export type Traveller = Partial<Record<Field, string | undefined>>

/** The stay of travellers: its country, days and number of people. */
export interface RegisteredStay {
  country_id: string
  check_in: string
  check_out: string
  people: number
  /** True if no node of 0.2 is left, which reads no field that came later. */
  is_enabled: boolean
}

/** The fields that are asked of a traveller, each with the conditions that hold. */
type Asked = ReadonlyMap<Field, readonly Condition[]>

const ruleOf = ({ country_id, is_enabled }: RegisteredStay): CountryRule | undefined =>
  (is_enabled ? undefined : EARLIER[country_id]) ?? COUNTRIES[country_id]

/** Full years of somebody on a day. Pure. */
export function ageOn(birth_date: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth_date.slice(0, 4))
  return day.slice(5) < birth_date.slice(5) ? years - 1 : years
}

const isForeign = (nationalities: (string | undefined)[], country_id: string): boolean =>
  nationalities.some((one) => one !== undefined) && !nationalities.includes(country_id)

const isIn = <T extends string>(values: readonly T[], value: string | undefined): boolean =>
  values.some((one) => one === value)

/**
 * The fields that are asked of one traveller. One without a nationality is first asked for it, one without a birth date counts as an adult, and
 * a value that is not asked decides nothing. Pure.
 * @param head the last one before them who belongs to nobody.
 */
function askedOf(traveller: Traveller, head: Traveller | undefined, stay: RegisteredStay): Asked {
  const { country_id, check_in } = stay
  const { asks = {} } = ruleOf(stay) ?? {}
  const answerOf = (field: Field) => (conditionsOf(field).length > 0 ? traveller[field] : undefined)
  const conditionsOf = (field: Field): readonly Condition[] => asks[field]?.filter(holds) ?? []
  function holds({ here, elsewhere, documents, except, from_age, under_age, ...only }: Condition): boolean {
    const birth = from_age === undefined && under_age === undefined ? undefined : answerOf('birth_date')
    const age = birth === undefined ? undefined : ageOn(birth, check_in)
    const nationalities = () =>
      (['nationality', 'second_nationality', 'third_nationality'] as const).map((field) => answerOf(field))
    return (
      !(only.first && head) &&
      !(only.accompanying && !head) &&
      (!only.of_foreigner ||
        isForeign([head?.nationality, head?.second_nationality, head?.third_nationality], country_id)) &&
      !(except && isIn(except, answerOf('relation'))) &&
      (!only.foreign || isForeign(nationalities(), country_id)) &&
      (from_age === undefined || age === undefined || age >= from_age) &&
      (under_age === undefined || (age !== undefined && age < under_age)) &&
      (documents === undefined || isIn(documents, answerOf('document_type'))) &&
      (here === undefined || answerOf(here) === country_id) &&
      (elsewhere === undefined || ![undefined, country_id].includes(answerOf(elsewhere)))
    )
  }
  return new Map(
    FIELDS.map((field) => [field, conditionsOf(field)] as const).filter(([, conditions]) => conditions.length > 0),
  )
}

const keptOf = (traveller: Traveller, asked: Asked): Traveller =>
  Object.fromEntries([...asked.keys()].map((field) => [field, traveller[field]]))

/** The fields that a country asks of each traveller of a list. Pure. */
export function askedOfEach(travellers: Traveller[], stay: RegisteredStay): Asked[] {
  let head: Traveller | undefined
  return travellers.map((traveller) => {
    const asked = askedOf(traveller, head, stay)
    const kept = keptOf(traveller, asked)
    if (kept.relation === undefined) head = kept
    return asked
  })
}

/** Travellers without the fields that the country does not ask of them. Pure. */
export const onlyAsked = (travellers: Traveller[], stay: RegisteredStay): Traveller[] =>
  askedOfEach(travellers, stay).map((asked, place) => keptOf(travellers[place] ?? {}, asked))

/** The limits of a field. Members of a group that is too small are named. Pure. */
function limitsOf(field: Field, { limits, group_from }: CountryRule, people: number): Limits {
  const found = limits?.[field] ?? {}
  if (field !== 'relation' || group_from === undefined) return found
  return { values: RELATIONS.filter((relation) => relation !== 'group_member' || people >= group_from) }
}

/** The fields that the country of a stay asks, each with the travellers of whom: an entry a condition. Pure. */
export const askedIn = (stay: RegisteredStay) => {
  const rule = ruleOf(stay)
  if (!rule) return []
  return FIELDS.flatMap((field) => {
    const { values, max } = limitsOf(field, rule, stay.people)
    return (rule.asks[field] ?? []).map((condition) => ({
      field,
      foreigners_only: condition.foreign ?? false,
      first_only: condition.first ?? false,
      accompanying_only: condition.accompanying ?? false,
      of_foreigners_only: condition.of_foreigner ?? false,
      from_age: condition.from_age ?? null,
      under_age: condition.under_age ?? null,
      except_relations: [...(condition.except ?? [])],
      document_types: condition.documents ? [...condition.documents] : null,
      where_here: condition.here ?? null,
      where_elsewhere: condition.elsewhere ?? null,
      optional: condition.optional ?? false,
      alternative: condition.or ?? null,
      values: values ? [...values] : null,
      max_length: max ?? null,
    }))
  })
}

/** True if the rules of the country of a stay are known here. Pure. */
export const isKnown = (stay: RegisteredStay): boolean => ruleOf(stay) !== undefined

/** The last day on which the travellers of a stay are kept; null: what the country asks is not known here. Pure. */
export function keptUntil(stay: RegisteredStay): string | null {
  const rule = ruleOf(stay)
  return rule ? addDays(rule.keep.from === 'arrival' ? stay.check_in : stay.check_out, rule.keep.days) : null
}

/** Why a Spanish authority would refuse a document: the identity card of a Spaniard is a NIF, and nobody else has one. Pure. */
function problemOfSpanish({
  document_type,
  document_number = '',
  nationality,
}: Traveller): [Field, FieldMessageKey] | undefined {
  if (nationality === 'ES' && isIn(['identity_card', 'nie'], document_type)) return ['document_type', 'spanishDocument']
  if (nationality !== 'ES' && document_type === 'nif') return ['document_type', 'foreignDocument']
  if (document_type !== 'nif' && document_type !== 'nie') return undefined
  return isSpanishNumber(document_type, document_number) ? undefined : ['document_number', 'spanishNumber']
}

/** The problem of one field of a traveller, if it has one. Pure. */
function problemOf(
  field: Field,
  traveller: Traveller,
  conditions: readonly Condition[] | undefined,
  limits: Limits,
): FieldProblem | undefined {
  const value = traveller[field]
  if (value === undefined) {
    if (!conditions || conditions.every(({ optional }) => optional)) return undefined
    const [instead] = conditions.flatMap(({ or }) => or ?? [])
    if (instead === undefined) return fieldProblem('required')
    return traveller[instead] === undefined ? fieldProblem('oneRequired', { values: [field, instead] }) : undefined
  }
  if (!conditions) return fieldProblem('notAsked')
  const { values, max } = limits
  if (values && !values.includes(value)) return fieldProblem('notOneOf', { values })
  return max !== undefined && [...value].length > max ? fieldProblem('tooLong', { limit: max }) : undefined
}

/**
 * Problems of a list of travellers, by field: what is asked must be there, nothing else may be, and an authority must take it. Pure.
 * @returns none when the list can be kept.
 */
export function problemsOf(travellers: Traveller[], stay: RegisteredStay): Record<string, FieldProblem> {
  const rule = ruleOf(stay)
  if (travellers.length === 0) return {}
  if (!rule) return { travellers: fieldProblem('notKnownHere') }
  if (travellers.length > stay.people) return { travellers: fieldProblem('tooManyTravellers') }
  const each = askedOfEach(travellers, stay)
  const problems: Record<string, FieldProblem> = {}
  for (const [place, traveller] of travellers.entries()) {
    if (traveller.birth_date !== undefined && traveller.birth_date > stay.check_out) {
      problems[`travellers.${place}.birth_date`] = fieldProblem('inTheFuture')
      continue
    }
    const [field, key] = (rule.spanish && problemOfSpanish(traveller)) || []
    if (field && key) problems[`travellers.${place}.${field}`] = fieldProblem(key)
    if (!stay.is_enabled && traveller.nationality === STATELESS)
      problems[`travellers.${place}.nationality`] = fieldProblem('unknown')
    for (const field of FIELDS) {
      const problem = problemOf(field, traveller, each[place]?.get(field), limitsOf(field, rule, stay.people))
      if (problem) problems[`travellers.${place}.${field}`] = problem
    }
  }
  return problems
}
