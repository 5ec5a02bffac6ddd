import { describe, expect, test } from 'vitest'
import { FIELDS, type Field } from '../../../src/hosting/travellers/countries.ts'
import { onlyAsked, problemsOf, type Traveller } from '../../../src/hosting/travellers/rules.ts'
import { isSpanishNumber } from '../../../src/hosting/travellers/spanish.ts'

/** Everybody who can stay: what they truly have, typed into every field that is theirs, and what the law of each country asks of them. */

const HOMES = ['AT', 'DE', 'ES', 'FR', 'IT', 'PT'] as const
const NATIONALITIES = ['DE', 'ES', 'FR', 'IT', 'US', 'XXA'] as const
const AGES = [2, 13, 14, 15, 17, 18, 40] as const
const RELATIONS = [undefined, 'spouse', 'minor_child', 'group_member'] as const
const DOCUMENTS = ['identity_card', 'passport', 'residence_permit', 'driving_licence', 'other', 'nif', 'nie'] as const

type Home = (typeof HOMES)[number]
interface Person {
  nationality: (typeof NATIONALITIES)[number]
  second?: 'DE' | 'US'
  age: (typeof AGES)[number]
  relation: (typeof RELATIONS)[number]
  document: (typeof DOCUMENTS)[number]
  contact: 'phone' | 'email' | 'both'
}

const NUMBERS = { nif: '12345678Z', nie: 'X1234567L' }
const stayIn = (country_id: Home, people = 2) => ({
  ...{ country_id, people, check_in: '2026-07-10', check_out: '2026-07-17', is_enabled: true },
})

/** All that a person has, whoever asks. */
function factsOf({ nationality, second, age, relation, document, contact }: Person): Traveller {
  const country = nationality === 'XXA' ? 'DE' : nationality
  return {
    ...{ relation, nationality, second_nationality: second, birth_date: `${2026 - age}-07-10`, sex: 'female' },
    ...{ last_name: 'García-Müller', second_last_name: nationality === 'ES' ? 'Ñuñez' : undefined, first_name: 'Zoë' },
    ...{
      birth_country: country,
      birth_place: 'Torino',
      birth_province: 'TO',
      kinship: age < 18 ? 'parent' : undefined,
    },
    ...{ document_type: document, document_country: country, document_place: 'Torino (TO)' },
    document_number: document === 'nif' || document === 'nie' ? NUMBERS[document] : 'YA1234567',
    document_support: document === 'nif' || document === 'nie' ? 'AAA123456' : undefined,
    ...{ address: 'Via Po 12', city: 'Torino', country, postal_code: country === 'ES' ? '28001' : undefined },
    phone: contact === 'email' ? undefined : '+39 011 555 0100',
    email: contact === 'phone' ? undefined : 'zoe@example.org',
  }
}

/** A document that a person can have: Spaniards alone have a NIF, and their identity card is one. */
function canBe(home: Home, { nationality, age, relation, document, contact }: Person): boolean {
  const isSpaniard = nationality === 'ES'
  if (isSpaniard ? ['identity_card', 'nie'].includes(document) : document === 'nif') return false
  // Elsewhere a DNI is an identity card, and the card with a NIE a residence permit.
  if (home !== 'ES' && ['nif', 'nie'].includes(document)) return false
  if (home === 'FR' && contact !== 'both') return false
  return (relation !== 'minor_child' || age < 18) && (relation !== 'spouse' || age >= 18)
}

/** Fields that the law demands of a person behind a foreigner who fills in a form: written down apart from the rules. */
function demandedBy(home: Home, { nationality, second, age, relation, document, contact }: Person): Field[] {
  const isForeign = nationality !== home && second !== home
  const names: Field[] = ['last_name', 'first_name']
  const address: Field[] = ['address', 'city', 'country']
  const papers: Field[] = ['document_type', 'document_number', 'document_country']
  const born = nationality === 'XXA' ? 'DE' : nationality
  switch (home) {
    case 'AT':
      return [...names, 'sex', 'birth_date', 'nationality', ...address, ...papers]
    case 'DE':
      if (relation === 'spouse' || relation === 'minor_child') return []
      return isForeign ? ['nationality', ...names, 'birth_date', ...address, 'document_number'] : ['nationality']
    case 'ES': {
      const card = document === 'nif' || document === 'nie' ? (['document_support'] as const) : []
      const second_last_name = document === 'nif' ? (['second_last_name'] as const) : []
      const contacts = contact === 'both' ? [] : [contact]
      const signed = [...(['document_type', 'document_number'] as const), ...card, ...second_last_name, ...contacts]
      return [
        ...names,
        ...(['sex', 'birth_date', 'nationality'] as const),
        ...address,
        ...(age >= 14 ? signed : []),
        ...(age < 18 ? (['kinship'] as const) : []),
        ...(born === 'ES' ? (['postal_code'] as const) : []),
      ]
    }
    case 'FR':
      return nationality === 'FR'
        ? ['nationality']
        : [
            'nationality',
            ...names,
            'birth_date',
            'birth_place',
            ...address,
            ...(age >= 15 ? (['phone', 'email'] as const) : []),
          ]
    case 'IT': {
      const isBornHere = born === 'IT'
      const hasForm = age >= 18 && relation !== 'spouse' && relation !== 'group_member'
      return [
        ...names,
        ...(['sex', 'birth_date', 'nationality', 'birth_country'] as const),
        ...(isBornHere ? (['birth_place', 'birth_province'] as const) : []),
        ...(hasForm ? papers : []),
        ...(hasForm && isBornHere ? (['document_place'] as const) : []),
      ]
    }
    case 'PT':
      return ['nationality', ...names, 'birth_date', 'birth_place', ...papers, 'country']
  }
}

const DECIDING: Field[] = ['relation', 'second_nationality']

const codesOf = (problems: ReturnType<typeof problemsOf>) =>
  Object.entries(problems).map(([field, { code }]) => `${field} ${code}`)

/** Fields that the law leaves to the person. */
const OPTIONAL: Record<Home, Field[]> = {
  ...{ AT: [], FR: [], PT: [], IT: ['relation'], ES: ['phone', 'email', 'postal_code'] },
  DE: ['relation', 'second_nationality', 'third_nationality'],
}

const PEOPLE: Person[] = NATIONALITIES.flatMap((nationality) =>
  AGES.flatMap((age) =>
    RELATIONS.flatMap((relation) =>
      DOCUMENTS.flatMap((document) =>
        (['phone', 'email', 'both'] as const).flatMap((contact) =>
          [undefined, 'DE' as const, 'US' as const].map((second) => ({
            ...{ nationality, age, relation, document, contact },
            ...(second && second !== nationality ? { second } : {}),
          })),
        ),
      ),
    ),
  ),
)

const HEAD: Person = { nationality: 'US', age: 40, relation: undefined, document: 'passport', contact: 'both' }

describe.each(HOMES)('in %s', (home) => {
  const stay = stayIn(home)
  // A second nationality and a group of more than ten are of Germany alone.
  const people = PEOPLE.filter(
    (one) => canBe(home, one) && (home === 'DE' ? one.relation !== 'group_member' : one.second === undefined),
  )

  test('everybody who has what the law asks can complete the form, and is asked nothing else', () => {
    expect(people.length).toBeGreaterThan(200)
    const failures = people.flatMap((person) => {
      const [head = {}, one = {}] = onlyAsked([factsOf(HEAD), factsOf(person)], stay)
      const kept = FIELDS.filter((field) => one[field] !== undefined)
      const demanded = demandedBy(home, person)
      // Optional fields are left out, but for those that decide.
      const bare = Object.fromEntries(
        [...demanded, ...DECIDING].map((field): [Field, string | undefined] => [field, one[field]]),
      )
      const either = home === 'ES' && person.contact === 'both' && person.age >= 14
      const found = {
        refused: codesOf(problemsOf([head, one], stay)),
        missing: demanded.filter((field) => !kept.includes(field)),
        needless: kept.filter((field) => !demanded.includes(field) && !OPTIONAL[home].includes(field)),
        bare: codesOf(problemsOf([head, bare], stay)),
      }
      const expected = {
        ...{ refused: [], missing: [], needless: [] },
        bare: either ? ['travellers.1.phone one_required', 'travellers.1.email one_required'] : [],
      }
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ person, found }]
    })
    expect(failures).toEqual([])
  })

  test('whatever is missing of it is said at its field', () => {
    const failures = people
      .filter(({ contact, age }) => contact === 'both' && age > 14)
      .flatMap((person) => {
        const [head = {}, one = {}] = onlyAsked([factsOf(HEAD), factsOf(person)], stay)
        return demandedBy(home, person)
          .filter((field) => {
            const { [field]: _, ...without } = one
            return problemsOf([head, without], stay)[`travellers.1.${field}`]?.code !== 'required'
          })
          .map((field) => ({ person, field }))
      })
    expect(failures).toEqual([])
  })
})

describe('what an authority would refuse', () => {
  const spaniard = factsOf({ ...HEAD, nationality: 'ES', document: 'nif' })
  const italian = factsOf({ ...HEAD, nationality: 'IT' })
  const cases: [string, Home, Traveller, Traveller, string, string][] = [
    ['another letter of a NIF', 'ES', spaniard, { document_number: '12345678A' }, 'document_number', 'spanish_number'],
    ['a NIE under NIF', 'ES', spaniard, { document_number: 'X1234567L' }, 'document_number', 'spanish_number'],
    ['a long support number', 'ES', spaniard, { document_support: 'AAA1234567' }, 'document_support', 'too_long'],
    ['a NIF of an Italian', 'ES', italian, { ...spaniard, nationality: 'IT' }, 'document_type', 'foreign_document'],
    [
      'an identity card of a Spaniard',
      'ES',
      spaniard,
      { document_type: 'identity_card' },
      'document_type',
      'spanish_document',
    ],
    ['a NIE of a Spaniard', 'ES', spaniard, { document_type: 'nie' }, 'document_type', 'spanish_document'],
    ['a surname of 51 letters', 'ES', spaniard, { last_name: 'a'.repeat(51) }, 'last_name', 'too_long'],
    ['a surname of 51 letters', 'IT', italian, { last_name: 'è'.repeat(51) }, 'last_name', 'too_long'],
    ['a first name of 31 letters', 'IT', italian, { first_name: 'a'.repeat(31) }, 'first_name', 'too_long'],
    ['a sex that is neither 1 nor 2', 'IT', italian, { sex: 'other' }, 'sex', 'not_one_of'],
    ['a Spanish type of document', 'IT', italian, { document_type: 'nif' }, 'document_type', 'not_one_of'],
    ['a whole name of a province', 'IT', italian, { birth_province: 'Torino' }, 'birth_province', 'too_long'],
  ]
  test.each(cases)('%s, in %s', (_, home, person, wrong, field, code) => {
    const stay = stayIn(home, 1)
    expect(problemsOf(onlyAsked([person], stay), stay)).toEqual({})
    expect(problemsOf(onlyAsked([{ ...person, ...wrong }], stay), stay)).toMatchObject({
      [`travellers.0.${field}`]: { code },
    })
  })

  test('fifty letters are taken', () => {
    for (const [home, person] of [
      ['ES', spaniard],
      ['IT', italian],
    ] as const) {
      const stay = stayIn(home, 1)
      expect(problemsOf(onlyAsked([{ ...person, last_name: 'é'.repeat(50) }], stay), stay)).toEqual({})
    }
  })
})

test('the letter of a Spanish document is that of its number', () => {
  for (const number of ['12345678Z', '00000000T', '12.345.678-z', 'K1234567L', 'M1234567L'])
    expect([number, isSpanishNumber('nif', number)]).toEqual([number, true])
  for (const number of ['X1234567L', 'Y1234567X', 'Z1234567R'])
    expect([number, isSpanishNumber('nie', number)]).toEqual([number, true])
  for (const number of ['', '12345678', '1234567Z', '12345678I', 'X1234567M', 'ABCDEFGHI'])
    expect([number, isSpanishNumber('nif', number), isSpanishNumber('nie', number)]).toEqual([number, false, false])
})
