import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/platform/lib/days.ts'
import { COUNTRIES, FIELDS } from '../../../src/stays/travellers/countries.ts'
import { ageOn, askedIn, askedOf, keptUntil, problemsOf, type Traveller } from '../../../src/stays/travellers/rules.ts'

const stayIn = (country_id: string) => ({ country_id, check_in: '2026-07-10', check_out: '2026-07-17', people: 3 })
const ITALIAN = { nationality: 'IT', birth_date: '1984-05-17' }

/** A traveller with all that a country asks of them. */
function complete(traveller: Traveller, place: number, country_id: string): Traveller {
  const asked = askedOf(traveller, place, stayIn(country_id))
  const all = Object.fromEntries(asked.map((field) => [field, traveller[field] ?? 'x']))
  return { ...all, ...Object.fromEntries(Object.entries(traveller).filter(([field]) => field in all)) }
}

describe('what a country asks', () => {
  test('France asks foreigners, and their contact from fifteen years on', () => {
    const stay = stayIn('FR')
    expect(askedOf({ nationality: 'FR' }, 0, stay)).toEqual(['nationality'])
    const fiche = ['last_name', 'first_name', 'birth_date', 'birth_place', 'nationality', 'address', 'city', 'country']
    expect(askedOf(ITALIAN, 0, stay)).toEqual([...fiche, 'phone', 'email'])
    expect(askedOf({ ...ITALIAN, birth_date: '2011-07-11' }, 1, stay)).toEqual(fiche)
    expect(askedOf({ ...ITALIAN, birth_date: '2011-07-10' }, 1, stay)).toContain('phone')
    expect(keptUntil(stay)).toBe('2027-01-16')
  })

  test('Italy asks everybody, and the document of the first', () => {
    expect(askedOf(ITALIAN, 0, stayIn('IT'))).toContain('document_number')
    expect(askedOf(ITALIAN, 1, stayIn('IT'))).not.toContain('document_number')
    expect(keptUntil(stayIn('IT'))).toBe('2026-07-24')
  })

  test('Spain asks the document and contact from fourteen years on, and the kinship of minors', () => {
    const child = { ...ITALIAN, birth_date: '2013-01-01' }
    const asked = (traveller: Traveller) =>
      askedOf(traveller, 0, stayIn('ES')).filter((field) => /doc|phone|kin/.test(field))
    const adult = ['document_type', 'document_number', 'document_support', 'phone']
    expect(asked(child)).toEqual(['kinship'])
    expect(asked({ ...child, birth_date: '2010-01-01' })).toEqual([...adult, 'kinship'])
    expect(asked(ITALIAN)).toEqual(adult)
    expect(keptUntil(stayIn('ES'))).toBe('2029-07-17')
  })

  test('Germany keeps from the arrival, Austria and Portugal from the departure', () => {
    expect(['DE', 'AT', 'PT'].map((country) => keptUntil(stayIn(country)))).toEqual([
      '2027-07-11',
      '2033-07-17',
      '2027-07-18',
    ])
    expect(askedOf({ nationality: 'DE' }, 0, stayIn('DE'))).toEqual(['nationality'])
    expect(askedOf({ nationality: 'AT' }, 0, stayIn('AT'))).not.toContain('document_number')
    expect(askedOf(ITALIAN, 0, stayIn('PT'))).toContain('document_country')
  })

  test('a country that is not listed asks nothing, and keeps nothing', () => {
    expect([askedIn('NL'), keptUntil(stayIn('NL')), problemsOf([], stayIn('NL'))]).toEqual([[], null, {}])
    expect(problemsOf([{}], stayIn('NL'))).toEqual({ travellers: 'notAsked' })
    expect(askedIn('FR')[0]).toEqual({
      ...{ field: 'last_name', foreigners_only: true, first_only: false, from_age: null, under_age: null },
    })
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

test('a list is taken exactly when everything that is asked is there, and nothing else', () => {
  const countries = fc.constantFrom(...Object.keys(COUNTRIES))
  const birth = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('2026-07-10', -days))
  const person = fc.record({ nationality: fc.constantFrom('FR', 'IT', 'DE', 'US'), birth_date: birth })
  fc.assert(
    fc.property(countries, fc.array(person, { maxLength: 3 }), fc.constantFrom(...FIELDS), (country, people, field) => {
      const stay = stayIn(country)
      // The condition of an age holds of what is kept: where no birth date is asked, none is there.
      const list = people.map((one, place) => complete(complete(one, place, country), place, country))
      expect(problemsOf(list, stay)).toEqual({})
      const [first, ...others] = list
      if (!first || field === 'nationality' || field === 'birth_date') return
      const { [field]: present, ...without } = first
      const wrong = present === undefined ? { ...first, [field]: 'x' } : without
      expect(problemsOf([wrong, ...others], stay)).toEqual({
        [`travellers.0.${field}`]: present === undefined ? 'notAsked' : 'required',
      })
    }),
  )
  const one = { nationality: 'FR' }
  expect(problemsOf([one, one, one, one], stayIn('FR'))).toEqual({ travellers: 'tooManyTravellers' })
  expect(problemsOf([complete({ ...ITALIAN, birth_date: '2026-07-18' }, 0, 'FR')], stayIn('FR'))).toEqual({
    'travellers.0.birth_date': 'inTheFuture',
  })
})
