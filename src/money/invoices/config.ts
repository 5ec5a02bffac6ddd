import { z } from 'zod'
import { isTimeZone, text, type Values } from '../../platform/lib/environment.ts'
import { toCents } from '../../platform/lib/money.ts'

export const sellerVariables = {
  SELLER_NAME: text.default('Séjour'),
  SELLER_ADDRESS: z.string().default(''),
  SELLER_TAX_ID: z.string().default(''),
  SELLER_VAT_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .refine((percent) => toCents(percent) !== undefined, 'must have at most two decimals')
    .default(0),
  SELLER_COUNTRY: z
    .string()
    .regex(/^(?:[A-Z]{2}(?:-[A-Z0-9]{1,3})?)?$/, 'must be a country such as FR, or a region of one such as ES-PV')
    .default(''),
  SELLER_TIMEZONE: text.refine(isTimeZone, 'must be a time zone such as Europe/Paris').default('Europe/Paris'),
}

export interface SellerConfig {
  /** The seller on invoices; `address` in lines. The year of a number is that of `timezone`. Prices include the VAT. */
  seller: { name: string; address: string; tax_id: string; timezone: string; vat_hundredths: number }
  /** The place where that seller pays its taxes: ISO 3166-1, and 3166-2 where a region has a law of its own. */
  sellerPlace: { country: string | null; region: string | null }
}

export const sellerConfig = (e: Values<typeof sellerVariables>): SellerConfig => ({
  seller: {
    name: e.SELLER_NAME,
    address: e.SELLER_ADDRESS.replaceAll('\\n', '\n'),
    tax_id: e.SELLER_TAX_ID,
    timezone: e.SELLER_TIMEZONE,
    vat_hundredths: toCents(e.SELLER_VAT_PERCENT) ?? 0,
  },
  sellerPlace: {
    country: e.SELLER_COUNTRY.slice(0, 2) || null,
    region: e.SELLER_COUNTRY.includes('-') ? e.SELLER_COUNTRY : null,
  },
})
