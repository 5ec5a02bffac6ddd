import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRIES, DOCUMENT_TYPES, FIELDS, RELATIONS } from '../../../src/hosting/travellers/countries.ts'
import {
  ageOn,
  askedIn,
  askedOfEach,
  onlyAsked,
  problemsOf,
  type RegisteredStay,
  type Traveller,
} from '../../../src/hosting/travellers/rules.ts'

/**
 * A front end that knows the rules by the answer of the API alone: which fields it shows to each person while they type. Written from the
 * description of `asked`, apart from the rules.
 */
function drawn(people: Traveller[], { country_id, check_in }: RegisteredStay, entries: ReturnType<typeof askedIn>) {
  const isForeign = (one: Traveller) => {
    const all = [one.nationality, one.second_nationality, one.third_nationality].filter((code) => code !== undefined)
    return all.length > 0 && !all.includes(country_id)
  }
  const shown: { field: string; optional: boolean }[][] = []
  let head: Traveller | undefined
  for (const typed of people) {
    // A field that is not shown has no value: fields come and go until nothing changes.
    let one: Traveller = typed
    let holding = entries
    for (;;) {
      holding = entries.filter((entry) => {
        const age = one.birth_date === undefined ? undefined : ageOn(one.birth_date, check_in)
        const { relation, document_type } = one
        return (
          (!entry.foreigners_only || isForeign(one)) &&
          (!entry.first_only || head === undefined) &&
          (!entry.accompanying_only || head !== undefined) &&
          (!entry.of_foreigners_only || (head !== undefined && isForeign(head))) &&
          (entry.from_age === null || age === undefined || age >= entry.from_age) &&
          (entry.under_age === null || (age !== undefined && age < entry.under_age)) &&
          !entry.except_relations.some((name) => name === relation) &&
          (entry.document_types === null || entry.document_types.some((name) => name === document_type)) &&
          (entry.where_here === null || one[entry.where_here] === country_id) &&
          (entry.where_elsewhere === null ||
            (one[entry.where_elsewhere] !== undefined && one[entry.where_elsewhere] !== country_id))
        )
      })
      const names = new Set(holding.map(({ field }) => field))
      const next = Object.fromEntries(FIELDS.filter((field) => names.has(field)).map((field) => [field, typed[field]]))
      const isDone = JSON.stringify(next) === JSON.stringify(one)
      one = next
      if (isDone) break
    }
    if (one.relation === undefined) head = one
    const fields = [...new Set(holding.map(({ field }) => field))]
    shown.push(
      fields.map((field) => ({
        field,
        optional: holding.filter((entry) => entry.field === field).every(({ optional }) => optional),
      })),
    )
  }
  return shown
}

const codes = fc.constantFrom('AT', 'DE', 'ES', 'FR', 'IT', 'PT', 'US')
const person: fc.Arbitrary<Traveller> = fc.record(
  {
    relation: fc.constantFrom(...RELATIONS),
    nationality: fc.oneof(codes, fc.constant('XXA')),
    ...{ second_nationality: codes, birth_country: codes, document_country: codes, country: codes },
    birth_date: fc.constantFrom('1984-05-17', '2008-07-10', '2008-07-11', '2012-07-10', '2012-07-11', '2020-01-01'),
    document_type: fc.constantFrom(...DOCUMENT_TYPES),
    ...{ phone: fc.constant('x'), email: fc.constant('x') },
  },
  { requiredKeys: [] },
)

test('a front end draws the form of each person from the API alone, and what it sends needs nothing else', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(COUNTRIES)),
      fc.array(person, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(4, 12),
      (country_id, people, size) => {
        const stay = {
          ...{ country_id, people: size, check_in: '2026-07-10', check_out: '2026-07-17', is_enabled: true },
        }
        const rules = askedOfEach(people, stay).map((asked) =>
          [...asked].map(([field, conditions]) => ({
            field,
            optional: conditions.every((one) => one.optional === true),
          })),
        )
        expect(drawn(people, stay, askedIn(stay))).toEqual(rules)
        // Nothing that is left of a list is refused as needless.
        const problems = Object.values(problemsOf(onlyAsked(people, stay), stay))
        expect(problems.map(({ code }) => code)).not.toContain('not_asked')
      },
    ),
    { numRuns: 2_000 },
  )
})
