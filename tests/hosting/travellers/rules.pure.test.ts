import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, FIELDS, type Field } from '../../../src/hosting/travellers/countries.ts'
import {
  ageOn,
  askedIn,
  askedOfEach,
  isKnown,
  keptUntil,
  onlyAsked,
  problemsOf,
  type Traveller,
} from '../../../src/hosting/travellers/rules.ts'
import { addDays } from '../../../src/platform/lib/days.ts'

const stayIn = (country_id: string, people = 3) => ({
  ...{ country_id, people, check_in: '2026-07-10', check_out: '2026-07-17', is_enabled: true },
})
const ITALIAN = { nationality: 'IT', birth_date: '1984-05-17' }

/** The fields that are asked of a traveller behind others. */
function askedOf(traveller: Traveller, country_id: string, before: Traveller[] = [], people = 3): Field[] {
  return [
    ...(askedOfEach([...before, traveller], stayIn(country_id, people))
      .at(-1)
      ?.keys() ?? []),
  ]
}

/** A traveller with all that a country demands of them. */
const complete = (list: Traveller[], country_id: string): Traveller[] =>
  onlyAsked(
    list.map((one) => ({ ...Object.fromEntries(FIELDS.map((field) => [field, 'x'])), ...one })),
    stayIn(country_id),
  )

describe('what a country asks', () => {
  test('France asks foreigners, and their contact from fifteen years on', () => {
    expect(askedOf({ nationality: 'FR' }, 'FR')).toEqual(['nationality'])
    const fiche = ['last_name', 'first_name', 'birth_date', 'birth_place', 'nationality', 'address', 'city', 'country']
    expect(askedOf(ITALIAN, 'FR')).toEqual([...fiche, 'phone', 'email'])
    expect(askedOf({ ...ITALIAN, birth_date: '2011-07-11' }, 'FR', [ITALIAN])).toEqual(fiche)
    expect(askedOf({ ...ITALIAN, birth_date: '2011-07-10' }, 'FR', [ITALIAN])).toContain('phone')
    expect(keptUntil(stayIn('FR'))).toBe('2027-01-16')
  })

  test('Italy asks a document of all but the other spouse, minors and members of a group', () => {
    const has = (traveller: Traveller, before: Traveller[] = [ITALIAN]) =>
      askedOf(traveller, 'IT', before).includes('document_number')
    expect([has(ITALIAN, []), has({ ...ITALIAN, birth_date: '2012-01-01' }, [])]).toEqual([true, true])
    expect([has(ITALIAN), has({ ...ITALIAN, birth_date: '2008-07-10' })]).toEqual([true, true])
    expect([has({ ...ITALIAN, relation: 'spouse' }), has({ ...ITALIAN, relation: 'group_member' })]).toEqual([
      false,
      false,
    ])
    expect(has({ ...ITALIAN, birth_date: '2008-07-11' })).toBe(false)
    // Nobody comes with somebody behind them.
    expect(has({ ...ITALIAN, relation: 'spouse' }, [])).toBe(true)
    expect(askedOf({ ...ITALIAN, birth_country: 'IT' }, 'IT')).toContain('birth_province')
    expect(askedOf({ ...ITALIAN, birth_country: 'FR' }, 'IT')).not.toContain('birth_place')
    expect(askedOf({ ...ITALIAN, document_country: 'IT' }, 'IT')).toContain('document_place')
    expect(keptUntil(stayIn('IT'))).toBe('2026-07-24')
  })

  test('Spain asks the document and a contact from fourteen years on, and the kinship of minors', () => {
    const child = { ...ITALIAN, birth_date: '2013-01-01' }
    const asked = (traveller: Traveller) =>
      askedOf(traveller, 'ES').filter((field) => /doc|second|phone|kin/.test(field))
    const adult = ['document_type', 'document_number', 'phone']
    expect(asked(child)).toEqual(['kinship'])
    expect(asked({ ...child, document_type: 'nif' })).toEqual(['kinship'])
    expect(asked({ ...child, birth_date: '2010-01-01' })).toEqual([...adult, 'kinship'])
    expect(asked({ ...ITALIAN, document_type: 'passport' })).toEqual(adult)
    expect(asked({ ...ITALIAN, document_type: 'nie' })).toContain('document_support')
    expect(asked({ ...ITALIAN, document_type: 'nie' })).not.toContain('second_last_name')
    expect(asked({ ...ITALIAN, document_type: 'nif' })).toContain('second_last_name')
    expect(keptUntil(stayIn('ES'))).toBe('2029-07-17')
  })

  test('Germany asks foreigners, whose spouse and children are a number', () => {
    const german = { nationality: 'DE' }
    const son = { relation: 'minor_child' }
    expect(askedOf(german, 'DE')).toEqual(['nationality'])
    expect(askedOf({ nationality: 'IT', second_nationality: 'DE' }, 'DE')).not.toContain('last_name')
    expect(askedOf(ITALIAN, 'DE')).toEqual(expect.arrayContaining(['last_name', 'third_nationality']))
    expect(askedOf(son, 'DE', [ITALIAN])).toEqual(['relation'])
    expect(askedOf({ relation: 'spouse' }, 'DE', [german, ITALIAN, son])).toEqual(['relation'])
    // A German fills in nothing, so his wife does.
    expect(askedOf({ ...ITALIAN, relation: 'spouse' }, 'DE', [german])).toContain('document_number')
    const member = { nationality: 'IT', relation: 'group_member' }
    expect(askedOf(member, 'DE', [ITALIAN], 11)).not.toContain('last_name')
    expect(Object.keys(problemsOf([...complete([ITALIAN], 'DE'), member], stayIn('DE', 10)))).toEqual([
      'travellers.1.relation',
    ])
  })

  test('Germany keeps from the arrival, Austria and Portugal from the departure', () => {
    expect(['DE', 'AT', 'PT'].map((country) => keptUntil(stayIn(country)))).toEqual([
      '2027-07-11',
      '2033-07-17',
      '2027-07-18',
    ])
    expect(askedOf({ nationality: 'AT' }, 'AT')).not.toContain('document_number')
    expect(askedOf(ITALIAN, 'PT')).toContain('document_country')
  })

  test('what a country asks that is not listed is not known, and nothing is kept', () => {
    const stay = stayIn('NL')
    expect([isKnown(stay), askedIn(stay), keptUntil(stay), problemsOf([], stay)]).toEqual([false, [], null, {}])
    expect(problemsOf([{}], stay)).toMatchObject({ travellers: { code: 'not_known_here' } })
    expect(isKnown(stayIn('FR'))).toBe(true)
    expect(askedIn(stayIn('FR'))[0]).toMatchObject({
      ...{ field: 'last_name', foreigners_only: true, first_only: false, from_age: null, optional: false },
    })
  })

  test('until no node of 0.2 is left, nothing is asked that these cannot read', () => {
    const earlier = (country: string) => ({ ...stayIn(country), is_enabled: false })
    expect(askedIn(earlier('ES')).map(({ field }) => field)).toContain('document_support')
    for (const country of Object.keys(COUNTRIES))
      expect(askedIn(earlier(country)).map(({ field }) => field)).not.toContain('relation')
    const stateless = { nationality: 'XXA' }
    expect(problemsOf([stateless], earlier('FR'))).toMatchObject({ 'travellers.0.nationality': { code: 'unknown' } })
  })
})

test('an age is full years, also for who is born on 29 February', () => {
  expect(ageOn('2012-02-29', '2026-02-28')).toBe(13)
  expect(ageOn('2012-02-29', '2026-03-01')).toBe(14)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 40_000 }), (born, later) => {
      const birth = addDays('1950-01-01', born)
      const day = addDays(birth, later)
      const age = ageOn(birth, day)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(Math.abs(age - later / 365.25)).toBeLessThan(1.01)
    }),
  )
})

test('a list of France, Austria or Portugal is taken exactly when everything that is asked is there, and nothing else', () => {
  const birth = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('2026-07-10', -days))
  const person = fc.record({
    ...{ nationality: fc.constantFrom('FR', 'IT', 'DE', 'US', 'XXA'), birth_date: birth },
    document_type: fc.constant('passport'),
  })
  const countries = fc.constantFrom('FR', 'AT', 'PT')
  fc.assert(
    fc.property(countries, fc.array(person, { maxLength: 3 }), fc.constantFrom(...FIELDS), (country, people, field) => {
      const stay = stayIn(country)
      const list = complete(people, country)
      expect(problemsOf(list, stay)).toEqual({})
      const [first, ...others] = list
      if (!first || ['nationality', 'birth_date', 'document_type'].includes(field)) return
      const { [field]: present, ...without } = first
      const wrong = present === undefined ? { ...first, [field]: 'x' } : without
      expect(problemsOf([wrong, ...others], stay)).toMatchObject({
        [`travellers.0.${field}`]: { code: present === undefined ? 'not_asked' : 'required' },
      })
    }),
  )
  const one = { nationality: 'FR' }
  expect(problemsOf([one, one, one, one], stayIn('FR'))).toMatchObject({ travellers: { code: 'too_many_travellers' } })
  expect(problemsOf(complete([{ ...ITALIAN, birth_date: '2026-07-18' }], 'FR'), stayIn('FR'))).toMatchObject({
    'travellers.0.birth_date': { code: 'in_the_future' },
  })
})
