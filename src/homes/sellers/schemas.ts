import { z } from 'zod'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import { integerId, line, percent, timestamp } from '../../platform/http/fields.ts'
import { SELLER } from '../../platform/openapi/demo.ts'

const PREFIX = /^[A-Z][A-Z0-9]{0,7}$/

const fields = {
  name: line(),
  address: z.string().trim().max(1_000).meta({ description: 'In lines', example: '3 quai du Port\n13002 Marseille' }),
  tax_id: z.string().trim().max(100).meta({ description: 'VAT number, or another number for taxes' }),
  vat_percent: percent.meta({ description: 'VAT rate within prices; the tourist tax has none', example: 10 }),
}

export const sellerChange = z
  .object(fields)
  .partial()
  .meta({ id: 'SellerChange', example: { address: '4 quai du Port\n13002 Marseille' } })

export const newSeller = z
  .object({
    ...fields,
    address: fields.address.default(''),
    tax_id: fields.tax_id.default(''),
    vat_percent: fields.vat_percent.default(0),
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(PREFIX, 'sellerPrefix')
      .meta({ description: 'Beginning of the numbers of its documents; it cannot be changed', example: 'ROSSI' }),
  })
  .meta({
    example: { name: 'Lucia Rossi', address: '3 quai du Port\n13002 Marseille', vat_percent: 10, prefix: 'LROSSI' },
  })

export const seller = z
  .object({
    id: z.int().meta({ example: SELLER }),
    name: z.string().meta({ example: 'Marco Rossi' }),
    address: z.string().meta({ example: '3 quai du Port\n13002 Marseille' }),
    tax_id: z.string().meta({ example: 'FR12345678901' }),
    vat_percent: z.number().meta({ example: 10 }),
    prefix: z.string().meta({ example: 'ROSSI' }),
    created_at: timestamp,
  })
  .meta({ id: 'Seller' })

export const sellerAnswer = envelopeSchema(seller)
export const sellerParams = z.object({ id: integerId.describe('Id of the seller').meta({ example: SELLER }) })
