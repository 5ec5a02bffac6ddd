/**
 * Travellers that the law of a country has a home register, and for how long: data of the module, each with its rule. A country that is not
 * listed asks nothing. Programs send them to authorities; the service only keeps and hands them out.
 */

export const FIELDS = [
  'last_name',
  'first_name',
  'sex',
  'birth_date',
  'birth_place',
  'nationality',
  'document_type',
  'document_number',
  'document_country',
  'document_support',
  'address',
  'city',
  'country',
  'phone',
  'email',
  'kinship',
] as const

export type Field = (typeof FIELDS)[number]

/** Travellers whom a country asks for a field: those for whom everything that is named holds. */
export interface Condition {
  /** Without the nationality of the country. */
  foreign?: true
  /** The first of the list, who answers for the group. */
  first?: true
  /** At least, or below, so many years old on the day of arrival. */
  from_age?: number
  under_age?: number
}

export interface CountryRule {
  asks: Partial<Record<Field, Condition>>
  /** How many days travellers are kept, from the day of arrival or of departure. */
  keep: { days: number; from: 'arrival' | 'departure' }
}

const ALL: Condition = {}
const FOREIGN: Condition = { foreign: true }

export const COUNTRIES: Readonly<Record<string, CountryRule>> = {
  // Meldegesetz 1991, §§ 5, 7 and 10, and its Durchführungsverordnung: everybody, with the document of foreigners; seven years.
  AT: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, nationality: ALL },
      ...{ address: ALL, city: ALL, country: ALL },
      ...{ document_type: FOREIGN, document_number: FOREIGN, document_country: FOREIGN },
    },
    keep: { days: 2_557, from: 'departure' },
  },
  // Bundesmeldegesetz, §§ 29 and 30, since 2025 for foreigners only: a year from the arrival, then destroyed within three months.
  DE: {
    asks: {
      nationality: ALL,
      ...{
        last_name: FOREIGN,
        first_name: FOREIGN,
        birth_date: FOREIGN,
        address: FOREIGN,
        city: FOREIGN,
        country: FOREIGN,
      },
      document_number: FOREIGN,
    },
    keep: { days: 366, from: 'arrival' },
  },
  // Real Decreto 933/2021, annex I and article 5 (SES.HOSPEDAJES): everybody, minors with their kinship; three years from the end of the stay.
  ES: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, nationality: ALL },
      document_type: { from_age: 14 },
      document_number: { from_age: 14 },
      document_support: { from_age: 14 },
      ...{ address: ALL, city: ALL, country: ALL },
      phone: { from_age: 14 },
      email: { from_age: 14 },
      kinship: { under_age: 18 },
    },
    keep: { days: 1_096, from: 'departure' },
  },
  // CESEDA, article R. 814-1 and following, and arrêté du 1er octobre 2015 (fiche individuelle de police): foreigners; six months.
  FR: {
    asks: {
      nationality: ALL,
      ...{ last_name: FOREIGN, first_name: FOREIGN, birth_date: FOREIGN, birth_place: FOREIGN },
      ...{ address: FOREIGN, city: FOREIGN, country: FOREIGN },
      phone: { foreign: true, from_age: 15 },
      email: { foreign: true, from_age: 15 },
    },
    keep: { days: 183, from: 'departure' },
  },
  // TULPS, article 109, and decree of 7 January 2013 (Alloggiati Web): everybody, with the document of the first. Data are deleted once they are
  // sent, which is within a day of the arrival; a week leaves time to repeat it.
  IT: {
    asks: {
      ...{ last_name: ALL, first_name: ALL, sex: ALL, birth_date: ALL, birth_place: ALL, nationality: ALL },
      document_type: { first: true },
      document_number: { first: true },
      document_country: { first: true },
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
    keep: { days: 366, from: 'departure' },
  },
}
