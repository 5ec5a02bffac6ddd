import { z } from 'zod'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import { integerId, line, percent, shownDay, timestamp } from '../../platform/http/fields.ts'
import { isCountryCode } from '../../platform/places/country-codes.ts'
import { SELLER } from '../../reference/examples/demo.ts'
import { LAWFUL_STATES, SELLER_KINDS } from './lawful.ts'

const PREFIX = /^[A-Z][A-Z0-9]{0,7}$/
const REGION = /^[A-Z]{2}-[A-Z0-9]{1,3}$/

const kind = z.enum(SELLER_KINDS).meta({ id: 'SellerKind' })

const fields = {
  name: line(),
  address: z.string().trim().max(1_000).meta({ description: 'In lines', example: '3 quai du Port\n13002 Marseille' }),
  tax_id: z.string().trim().max(100).meta({ description: 'VAT number, or another number for taxes' }),
  vat_percent: percent.meta({ description: 'VAT rate within prices; the tourist tax has none', example: 10 }),
  country: z.string().refine(isCountryCode, 'unknown').meta({
    description: 'ISO 3166-1 alpha-2: where it pays its taxes. Once named it can be changed, and not removed',
    example: 'FR',
  }),
  region: z.string().regex(REGION, 'sellerRegion').meta({
    description: 'ISO 3166-2, with its country; where a part of a country has a law of its own',
    example: 'ES-PV',
  }),
  kind: kind.meta({ description: 'A firm, or a person who lets a few homes' }),
  vat_exempt: z.boolean().meta({ description: 'Whether it has no VAT by law' }),
}

const ofCountry = ({ country, region }: { country?: string | undefined; region?: string | undefined }): boolean =>
  region === undefined || country === undefined || region.startsWith(country)
const REGION_OF_COUNTRY = { path: ['region'], message: 'sellerRegion' }

export const sellerChange = z
  .object(fields)
  .partial()
  .refine(ofCountry, REGION_OF_COUNTRY)
  .meta({ id: 'SellerChange', example: { address: '4 quai du Port\n13002 Marseille' } })

export const newSeller = z
  .object({
    ...fields,
    address: fields.address.default(''),
    tax_id: fields.tax_id.default(''),
    vat_percent: fields.vat_percent.default(0),
    country: fields.country.optional(),
    region: fields.region.optional(),
    kind: fields.kind.default('business'),
    vat_exempt: fields.vat_exempt.default(false),
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(PREFIX, 'sellerPrefix')
      .meta({ description: 'Beginning of the numbers of its documents; it cannot be changed', example: 'ROSSI' }),
  })
  .refine(ofCountry, REGION_OF_COUNTRY)
  .meta({
    example: { name: 'Lucia Rossi', address: '3 quai du Port\n13002 Marseille', vat_percent: 10, prefix: 'LROSSI' },
  })

const state = z.enum(LAWFUL_STATES).meta({
  id: 'LawfulState',
  description: '`warned`: allowed, with a sentence to know. `unknown`: nothing is refused',
})
const sentence = z.string().nullable()

/** A rule for a seller today, as the table has it. */
export const lawfulRule = z
  .object({
    state,
    text: sentence.meta({ description: 'The rule in the language of the request', example: null }),
    next: z
      .object({ from: shownDay, state, text: sentence.meta({ example: null }) })
      .meta({ id: 'LawfulChange' })
      .nullable()
      .meta({ description: 'A change within the next ninety days', example: null }),
    allowed_by: z
      .string()
      .nullable()
      .meta({ description: 'The person on whose word the operator has allowed it', example: null }),
    source: z.string().nullable().meta({ example: 'Porezna uprava no. 8033' }),
    checked_on: shownDay.nullable().meta({ description: 'The day on which the source was read' }),
    link: z.string().nullable().meta({ description: 'Where the source was found', example: null }),
    sure: z.string().nullable().meta({ description: '`two` sources, `one`, or `supposed`', example: 'two' }),
  })
  .meta({ id: 'LawfulRule' })

export const seller = z
  .object({
    id: z.int().meta({ example: SELLER }),
    name: z.string().meta({ example: 'Marco Rossi' }),
    address: z.string().meta({ example: '3 quai du Port\n13002 Marseille' }),
    tax_id: z.string().meta({ example: 'FR12345678901' }),
    vat_percent: z.number().meta({ example: 10 }),
    prefix: z.string().meta({ example: 'ROSSI' }),
    country: z.string().nullable().meta({ description: 'null: not known', example: 'FR' }),
    region: z.string().nullable().meta({ example: null }),
    kind,
    vat_exempt: z.boolean(),
    rules: z
      .object({ documents: lawfulRule, business_documents: lawfulRule, cash: lawfulRule })
      .meta({ id: 'SellerRules' })
      .meta({
        description:
          'What it may do here: issue numbered documents, issue them to guests who have given a company or a VAT number, and record cash and cheques',
      }),
    created_at: timestamp,
  })
  .meta({ id: 'Seller' })

export const sellerAnswer = envelopeSchema(seller)
export const sellerParams = z.object({ id: integerId.describe('Id of the seller').meta({ example: SELLER }) })
