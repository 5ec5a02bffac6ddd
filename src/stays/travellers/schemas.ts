import { z } from 'zod'
import { day, integerId, line, shownDay, timestamp } from '../../platform/http/fields.ts'
import { inDays, STAY } from '../../platform/openapi/demo.ts'
import { isCountryCode } from '../../platform/places/country-codes.ts'
import { FIELDS, type Field } from './countries.ts'

/** More than any stay has people. */
const MAX_TRAVELLERS = 120

const country = z.string().refine(isCountryCode, 'unknown')

const fields = {
  last_name: line(120).meta({ example: 'Rossi' }),
  first_name: line(120).meta({ example: 'Marco' }),
  sex: z.enum(['female', 'male', 'other']).meta({ example: 'male' }),
  birth_date: day.meta({ example: '1984-05-17' }),
  birth_place: line(120).meta({ example: 'Torino' }),
  nationality: country.meta({ description: 'ISO 3166-1 alpha-2', example: 'IT' }),
  document_type: z
    .enum(['identity_card', 'passport', 'residence_permit', 'driving_licence', 'other'])
    .meta({ example: 'passport' }),
  document_number: line(50).meta({ example: 'YA1234567' }),
  document_country: country.meta({ description: 'Country that issued the document', example: 'IT' }),
  document_support: line(50).meta({ description: 'Support number of a Spanish document', example: 'AAA123456' }),
  address: line().meta({ description: 'Street and number at home', example: 'Via Po 12' }),
  city: line(120).meta({ example: 'Torino' }),
  country: country.meta({ description: 'Country of residence', example: 'IT' }),
  phone: line(50).meta({ example: '+39 011 555 0100' }),
  email: z.email().max(255).meta({ example: 'marco@example.org' }),
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
    asked: z
      .array(
        z
          .object({
            field: z.enum(FIELDS).meta({ id: 'TravellerField', example: 'birth_date' }),
            foreigners_only: z.boolean().meta({ example: true }),
            first_only: z.boolean().meta({ description: 'Only of the first in the list', example: false }),
            from_age: z.int().nullable().meta({ description: 'Age on the day of arrival', example: null }),
            under_age: z.int().nullable().meta({ example: null }),
          })
          .meta({ id: 'AskedOfTravellers' }),
      )
      .meta({ description: 'Empty: the country asks nothing' }),
    people: z.int().meta({ description: 'Number of people of the stay', example: 2 }),
    kept_until: shownDay.nullable().meta({ description: 'Last day before the list is deleted', example: inDays(310) }),
    written_at: timestamp.nullable().meta({ description: 'null: nobody has written a list' }),
    travellers: z.array(traveller).meta({ example: [EXAMPLE] }),
  })
  .meta({ id: 'TravellerRegister' })

/** A register without its travellers. */
export const askedRegister = register.omit({ travellers: true }).meta({ id: 'AskedRegister' })

export const stayParams = z.object({ id: integerId.describe('Id of the reservation').meta({ example: STAY }) })

export type Register = z.input<typeof register>
export type AskedRegister = z.input<typeof askedRegister>
