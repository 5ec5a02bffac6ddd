import { z } from 'zod'
import { day, integerId, line, shownDay, timestamp } from '../../platform/http/fields.ts'
import { isCountryCode } from '../../platform/places/country-codes.ts'
import { inDays, STAY } from '../../reference/examples/demo.ts'
import { DOCUMENT_TYPES, FIELDS, type Field, RELATIONS, STATELESS } from './countries.ts'

/** More than any stay has people. */
const MAX_TRAVELLERS = 120

const country = z.string().refine(isCountryCode, 'unknown')

const relation = z.enum(RELATIONS).meta({ id: 'TravellerRelation', example: 'spouse' })
const documentType = z.enum(DOCUMENT_TYPES).meta({ id: 'TravellerDocument', example: 'passport' })
const named = z.enum(FIELDS).meta({ id: 'TravellerField', example: 'birth_date' })

const fields = {
  relation: relation.meta({
    description: 'How this person belongs to the last one before them in the list who has no relation',
  }),
  last_name: line(120).meta({ description: 'Surname as in the document', example: 'Rossi' }),
  second_last_name: line(120).meta({ description: 'Second surname of a Spaniard', example: 'García' }),
  first_name: line(120).meta({ description: 'First names as in the document', example: 'Marco' }),
  sex: z.enum(['female', 'male', 'other']).meta({ description: 'Sex as in the document', example: 'male' }),
  birth_date: day.meta({ description: 'Day of birth', example: '1984-05-17' }),
  birth_country: country.meta({ description: 'State of birth', example: 'IT' }),
  birth_place: line(120).meta({ description: 'In Italy the comune', example: 'Torino' }),
  birth_province: line(120).meta({ description: 'Sign of the Italian province', example: 'TO' }),
  nationality: z
    .string()
    .refine((code) => code === STATELESS || isCountryCode(code), 'unknown')
    .meta({ description: `ISO 3166-1 alpha-2, or \`${STATELESS}\` for a stateless person`, example: 'IT' }),
  second_nationality: country.meta({ description: 'Another nationality', example: 'FR' }),
  third_nationality: country.meta({ description: 'One more nationality', example: 'US' }),
  document_type: documentType.meta({
    description: 'In Spain `nif` (DNI) is the one of Spaniards, `nie` the one of foreigners who live there',
  }),
  document_number: line(50).meta({ description: 'Number of the document', example: 'YA1234567' }),
  document_country: country.meta({ description: 'Country that issued the document', example: 'IT' }),
  document_place: line(120).meta({ description: 'Comune and province that issued it', example: 'Torino (TO)' }),
  document_support: line(50).meta({ description: 'Support number of a Spanish document', example: 'AAA123456' }),
  address: line().meta({ description: 'Street and number at home', example: 'Via Po 12' }),
  postal_code: line(50).meta({ description: 'Postal code of the residence', example: '10123' }),
  city: line(120).meta({ description: 'City of residence', example: 'Torino' }),
  country: country.meta({ description: 'Country of residence', example: 'IT' }),
  phone: line(50).meta({ description: 'Telephone number', example: '+39 011 555 0100' }),
  email: z.email().max(255).meta({ description: 'E-mail address', example: 'marco@example.org' }),
  kinship: z
    .enum(['parent', 'grandparent', 'sibling', 'uncle_or_aunt', 'guardian', 'other'])
    .meta({ description: 'Kinship of an adult to the minor', example: 'parent' }),
} satisfies Record<Field, z.ZodType>

export const traveller = z
  .object(fields)
  .partial()
  .meta({ id: 'Traveller', description: 'The fields that the country of the home asks of this person, and no others' })

const EXAMPLE = {
  ...{ last_name: 'Rossi', first_name: 'Marco', birth_date: '1984-05-17', birth_place: 'Torino', nationality: 'IT' },
  ...{ address: 'Via Po 12', city: 'Torino', country: 'IT', phone: '+39 011 555 0100', email: 'marco@example.org' },
}

export const newTravellers = z
  .object({ travellers: z.array(traveller).max(MAX_TRAVELLERS) })
  .meta({ example: { travellers: [EXAMPLE] } })

/** At least one: a guest without an account deletes no list. */
export const typedTravellers = z
  .object({ travellers: newTravellers.shape.travellers.min(1, 'required') })
  .meta({ example: { travellers: [EXAMPLE] } })

export const register = z
  .object({
    country_id: z.string().meta({ description: 'Country of the home', example: 'FR' }),
    known: z.boolean().meta({
      description: 'false: what this country asks is not known here, and no list is taken. Ask its authority',
      example: true,
    }),
    asked: z
      .array(
        z
          .object({
            field: named,
            foreigners_only: z
              .boolean()
              .meta({ description: 'Not of those with a nationality of the country', example: true }),
            first_only: z.boolean().meta({ description: 'Only of the first in the list', example: false }),
            accompanying_only: z.boolean().meta({ description: 'Of everybody but the first', example: false }),
            of_foreigners_only: z.boolean().meta({
              description: 'Only if the last one before them without a `relation` is a foreigner',
              example: false,
            }),
            from_age: z.int().nullable().meta({ description: 'Age on the day of arrival', example: null }),
            under_age: z.int().nullable().meta({ example: null }),
            except_relations: z
              .array(relation)
              .meta({ description: 'Not of those with one of these relations', example: [] }),
            document_types: z
              .array(documentType)
              .nullable()
              .meta({ description: 'Only with one of these documents', example: null }),
            where_here: named.nullable().meta({
              description: 'Only if this field has the country of the home',
              example: null,
            }),
            where_elsewhere: named
              .nullable()
              .meta({ description: 'Only if this field has another country', example: null }),
            optional: z.boolean().meta({ description: 'May be left out', example: false }),
            alternative: named.nullable().meta({ description: 'A field that will do in its place', example: null }),
            values: z.array(z.string()).nullable().meta({
              description: 'The values that the authority takes; null: all that the field has',
              example: null,
            }),
            max_length: z.int().nullable().meta({ description: 'Characters that the authority takes', example: null }),
          })
          .meta({ id: 'AskedOfTravellers' }),
      )
      .meta({
        description: `A field is asked of a traveller for whom everything of an entry holds; a field with several entries is asked where one of them
          does, and optional only where all of those are. A value that is not asked decides nothing.`,
      }),
    people: z.int().meta({ description: 'Number of people of the stay', example: 2 }),
    kept_until: shownDay
      .nullable()
      .meta({ description: 'Last day before the list is deleted; null: not known', example: inDays(310) }),
    written_at: timestamp.nullable().meta({ description: 'null: nobody has written a list' }),
    by_company_link: z.boolean().meta({
      description: 'The list came by a link of the stay that the company may have fetched',
      example: false,
    }),
    travellers: z.array(traveller).meta({ example: [EXAMPLE] }),
  })
  .meta({ id: 'TravellerRegister' })

/** A register without its travellers. */
export const askedRegister = register.omit({ travellers: true }).meta({ id: 'AskedRegister' })

export const stayParams = z.object({ id: integerId.describe('Id of the reservation').meta({ example: STAY }) })

export type Register = z.input<typeof register>
export type AskedRegister = z.input<typeof askedRegister>
