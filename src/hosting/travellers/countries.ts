/**
 * Travellers that the law of a country has a home register, and for how long: data of the module, each with its rule. What a country asks that
 * is not listed is not known here. Programs send them to authorities; the service only keeps and hands them out. docs/design/domain.md,
 * "Travellers", names the texts that were read.
 */

export const FIELDS = [
  'relation',
  'last_name',
  'second_last_name',
  'first_name',
  'sex',
  'birth_date',
  'birth_country',
  'birth_place',
  'birth_province',
  'nationality',
  'second_nationality',
  'third_nationality',
  'document_type',
  'document_number',
  'document_country',
  'document_place',
  'document_support',
  'address',
  'postal_code',
  'city',
  'country',
  'phone',
  'email',
  'kinship',
] as const

export type Field = (typeof FIELDS)[number]

/** Ways in which somebody belongs to the last one before them in the list who has none. */
export const RELATIONS = ['spouse', 'minor_child', 'group_member'] as const

type Relation = (typeof RELATIONS)[number]

const PLAIN_DOCUMENTS = ['identity_card', 'passport', 'residence_permit', 'driving_licence', 'other'] as const

/** Types of documents; the Spanish ones are those of Spaniards (NIF) and of foreigners who live in Spain (NIE). */
export const DOCUMENT_TYPES = [...PLAIN_DOCUMENTS, 'nif', 'nie'] as const

type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The nationality of a stateless person, as travel documents write it (ICAO Doc 9303-3). */
export const STATELESS = 'XXA'

/** Travellers whom a country asks for a field: those for whom everything that is named holds. */
export interface Condition {
  /** Without the nationality of the country, also as a second one. */
  foreign?: true
  /** The first of the list, who answers for the group. */
  first?: true
  /** Everybody but the first. */
  accompanying?: true
  /** In the company of a foreigner: the last one before them who belongs to nobody. */
  of_foreigner?: true
  /** At least, or below, so many years old on the day of arrival. */
  from_age?: number
  under_age?: number
  /** Not those who belong to somebody in one of these ways. */
  except?: readonly Relation[]
  /** With a document of one of these types. */
  documents?: readonly DocumentType[]
  /** Travellers for whom this field names the country of the home, or another one. */
  here?: Field
  elsewhere?: Field
  /** May be left out. */
  optional?: true
  /** A field that will do in its place. */
  or?: Field
}

/** Limits of an authority to the value of a field. */
export interface Limits {
  values?: readonly string[]
  max?: number
}

export interface CountryRule {
  /** A field is asked of those for whom one of its conditions holds. */
  asks: Partial<Record<Field, readonly Condition[]>>
  limits?: Partial<Record<Field, Limits>>
  /** The letter of a Spanish document is checked. */
  spanish?: true
  /** From this number of people on, the members of a group are not named. */
  group_from?: number
  /** Days that travellers are kept, from the day of arrival or of departure. */
  keep: { days: number; from: 'arrival' | 'departure' }
}

const ALL: Condition[] = [{}]
const FOREIGN: Condition[] = [{ foreign: true }]
const DOCUMENT: CountryRule['limits'] = { document_type: { values: PLAIN_DOCUMENTS } }
/** From this age on Spaniards have a document, and sign. */
const SIGNS: Condition = { from_age: 14 }
/** Counted with their spouse or parent, and not named. */
const COUNTED = ['spouse', 'minor_child'] as const
const NAMED: Condition[] = [{ foreign: true, except: RELATIONS }]
/** Travellers who fill in a form, on which their family or group stands. */
const FILLS_IN: Condition[] = [{ first: true }, { from_age: 18, except: ['spouse', 'group_member'] }]
const BORN_HERE: Condition[] = [{ here: 'birth_country' }]

/** Germany, Spain and Italy as nodes of 0.2 read them, until no such node is left (docs/upgrading.md). */
export const EARLIER: Readonly<Record<string, CountryRule>> = {
  DE: {
    asks: {
      ...{ nationality: ALL, last_name: FOREIGN, first_name: FOREIGN, birth_date: FOREIGN },
      ...{ address: FOREIGN, city: FOREIGN, country: FOREIGN, document_number: FOREIGN },
    },
    keep: { days: 366, from: 'arrival' },
  },
  ES: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, nationality: ALL },
      ...{ document_type: [SIGNS], document_number: [SIGNS], document_support: [SIGNS] },
      ...{ address: ALL, city: ALL, country: ALL, phone: [SIGNS], email: [SIGNS] },
      kinship: [{ under_age: 18 }],
    },
    limits: DOCUMENT,
    keep: { days: 1_096, from: 'departure' },
  },
  IT: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, birth_place: ALL, nationality: ALL },
      document_type: [{ first: true }],
      document_number: [{ first: true }],
      document_country: [{ first: true }],
    },
    limits: DOCUMENT,
    keep: { days: 7, from: 'departure' },
  },
}

export const COUNTRIES: Readonly<Record<string, CountryRule>> = {
  // Meldegesetz 1991, §§ 5, 7 and 10, and its Durchführungsverordnung: everybody, with the document of foreigners; seven years.
  AT: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, nationality: ALL },
      ...{ address: ALL, city: ALL, country: ALL },
      ...{ document_type: FOREIGN, document_number: FOREIGN, document_country: FOREIGN },
    },
    limits: DOCUMENT,
    keep: { days: 2_557, from: 'departure' },
  },
  // Bundesmeldegesetz, §§ 29 and 30, since 2025 for foreigners only, whose foreign spouse and minor children are given by number, and whose
  // group of more than ten by nationality: a year from the arrival, then destroyed within three months.
  DE: {
    asks: {
      relation: [{ accompanying: true, of_foreigner: true, optional: true }],
      nationality: [{ except: COUNTED }],
      second_nationality: [{ except: COUNTED, elsewhere: 'nationality', optional: true }],
      third_nationality: [{ except: COUNTED, elsewhere: 'nationality', optional: true }],
      ...{ last_name: NAMED, first_name: NAMED, birth_date: NAMED, document_number: NAMED },
      ...{ address: NAMED, city: NAMED, country: NAMED },
    },
    group_from: 11,
    keep: { days: 366, from: 'arrival' },
  },
  // Real Decreto 933/2021, annex I and article 5, and SES.HOSPEDAJES: everybody, minors with their kinship; three years from the end of the stay.
  ES: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, nationality: ALL },
      ...{ document_type: [SIGNS], document_number: [SIGNS] },
      second_last_name: [{ documents: ['nif'] }],
      document_support: [{ documents: ['nif', 'nie'] }],
      ...{ address: ALL, city: ALL, country: ALL },
      postal_code: [{ here: 'country' }, { elsewhere: 'country', optional: true }],
      phone: [{ ...SIGNS, or: 'email' }],
      email: [{ ...SIGNS, or: 'phone' }],
      kinship: [{ under_age: 18 }],
    },
    limits: {
      ...{ last_name: { max: 50 }, second_last_name: { max: 50 }, first_name: { max: 50 } },
      ...{ document_number: { max: 15 }, document_support: { max: 9 } },
      ...{
        address: { max: 100 },
        city: { max: 100 },
        postal_code: { max: 20 },
        phone: { max: 20 },
        email: { max: 250 },
      },
      document_type: {
        values: ['nif', 'nie', 'passport', 'identity_card', 'residence_permit', 'driving_licence', 'other'],
      },
    },
    spanish: true,
    keep: { days: 1_096, from: 'departure' },
  },
  // CESEDA, article R. 814-1 and following, and arrêté du 1er octobre 2015 (fiche individuelle de police): foreigners; six months.
  FR: {
    asks: {
      nationality: ALL,
      ...{ last_name: FOREIGN, first_name: FOREIGN, birth_date: FOREIGN, birth_place: FOREIGN },
      ...{ address: FOREIGN, city: FOREIGN, country: FOREIGN },
      phone: [{ foreign: true, from_age: 15 }],
      email: [{ foreign: true, from_age: 15 }],
    },
    keep: { days: 183, from: 'departure' },
  },
  // TULPS, article 109, and the annex of the decree of 7 January 2013 (Alloggiati Web): everybody; a document of all but the other spouse, minors
  // and members of a guided group. Data are deleted once they are sent, which is within a day of the arrival; a week leaves time to repeat it.
  IT: {
    asks: {
      relation: [{ accompanying: true, from_age: 18, optional: true }],
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, nationality: ALL },
      ...{ birth_country: ALL, birth_place: BORN_HERE, birth_province: BORN_HERE },
      ...{ document_type: FILLS_IN, document_number: FILLS_IN, document_country: FILLS_IN },
      document_place: [{ here: 'document_country' }],
    },
    limits: {
      ...DOCUMENT,
      relation: { values: ['spouse', 'group_member'] },
      sex: { values: ['female', 'male'] },
      ...{ last_name: { max: 50 }, first_name: { max: 30 }, birth_province: { max: 2 }, document_number: { max: 20 } },
    },
    keep: { days: 7, from: 'departure' },
  },
  // Lei 23/2007, articles 15 and 16 (boletim de alojamento, SIBA): foreigners, of the Union too; a year after the departure is reported.
  PT: {
    asks: {
      nationality: ALL,
      ...{ last_name: FOREIGN, first_name: FOREIGN, birth_date: FOREIGN, birth_place: FOREIGN },
      ...{ document_type: FOREIGN, document_number: FOREIGN, document_country: FOREIGN, country: FOREIGN },
    },
    limits: DOCUMENT,
    keep: { days: 366, from: 'departure' },
  },
}
