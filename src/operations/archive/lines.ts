import { z } from 'zod'
import { email, phone } from '../../accounts/auth/schemas.ts'
import { companyChange } from '../../accounts/company/schemas.ts'
import { newProperty } from '../../homes/properties/schemas.ts'
import { SELLER_KINDS } from '../../homes/sellers/lawful.ts'
import {
  MONEY_METHOD,
  RESERVATION_SOURCE,
  RESERVATION_STATUS,
  SEASON_POLICY,
  SEASON_STATUS,
} from '../../platform/db/enums.ts'
import { day } from '../../platform/http/fields.ts'
import { fromCents } from '../../platform/lib/money.ts'

/** Lines of an archive, as far as an import reads them. Fields that it does not read may be there. */

const cents = z.int()
const positiveCents = cents.min(0)
const text = z.string().max(255)

const withoutNulls = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** A row of a table as the fields of an operation, which checks them again. */
const asInput = <T extends z.ZodType>(convert: (row: Record<string, unknown>) => unknown, shape: T) =>
  z.record(z.string(), z.unknown()).transform(convert).pipe(shape)

const inUnits = (amount: unknown) => (typeof amount === 'number' ? fromCents(amount) : undefined)

export const companyLine = z.object({
  company: asInput((row) => withoutNulls({ ...row, logo: null }), companyChange).nullable(),
  sellers: z.array(
    z.object({
      name: text,
      address: z.string().max(1_000),
      tax_id: z.string().max(100),
      vat_hundredths: z.int().min(0).max(10_000),
      prefix: z.string().regex(/^[A-Z][A-Z0-9]{0,7}$/),
      country: z.string().length(2).nullable(),
      region: z.string().nullable(),
      kind: z.enum(SELLER_KINDS),
      vat_exempt: z.boolean(),
    }),
  ),
})

/** The path of the logo, which is not a field of the operation. */
export const logoLine = z.object({ company: z.object({ logo: z.string().nullable() }).nullable() })

const tax = z.object({
  per_adult_night_cents: positiveCents.nullable(),
  percent_hundredths: z.int().min(0).max(10_000).nullable(),
  cap_cents: positiveCents.nullable(),
})

export const homeLine = z.object({
  id: z.uuid(),
  external_id: text.nullable(),
  seller: z.string().nullable(),
  status: z.string().optional(),
  home: z.looseObject({ status: z.string(), title: text }),
  tax,
  seasons: z.array(
    z.object({
      label: text,
      description: z.string().nullable(),
      start_date: day,
      end_date: day,
      reduction_hundredths: z.int(),
      min_stay: z.int().nullable(),
      max_stay: z.int().nullable(),
      policy: z.enum(SEASON_POLICY),
      status: z.enum(SEASON_STATUS),
    }),
  ),
  days: z.array(
    z.object({
      day,
      price_cents: positiveCents.optional(),
      cleaning_fee_cents: positiveCents.optional(),
      extra_guest_fee_cents: positiveCents.optional(),
      min_stay: z.int().min(1).optional(),
      max_stay: z.int().min(1).optional(),
      closed_to_arrival: z.boolean().optional(),
      closed_to_departure: z.boolean().optional(),
    }),
  ),
  closures: z.array(
    z.object({
      start_date: day,
      end_date: day,
      reason: text.nullable(),
      kind: z.enum(['closure', 'owner_stay']),
      name: text.nullable(),
      guests: z.int().nullable(),
      note: z.string().max(2_000).nullable(),
      calendar: text.nullable(),
    }),
  ),
  photos: z.array(z.object({ file: z.string().max(255), alt: text.nullable() })),
})
export type HomeLine = z.infer<typeof homeLine>

/** The fields of a home as `createProperty` takes them. Pure. */
export const newHome = ({ home, tax }: HomeLine, seller_id: number | null) =>
  newProperty.safeParse(
    withoutNulls({
      ...home,
      seller_id,
      base_price: inUnits(home.base_price_cents),
      weekend_price: inUnits(home.weekend_price_cents),
      cleaning_fee: inUnits(home.cleaning_fee_cents),
      extra_guest_fee: inUnits(home.extra_guest_fee_cents),
      security_deposit: inUnits(home.security_deposit_cents),
      tourist_tax:
        tax.per_adult_night_cents === null && tax.percent_hundredths === null
          ? // A city of the other installation may have none, and that of this one some.
            { per_adult_night: 0 }
          : withoutNulls({
              per_adult_night: inUnits(tax.per_adult_night_cents),
              percent: inUnits(tax.percent_hundredths),
              cap: inUnits(tax.cap_cents),
            }),
    }),
  )

export const stayLine = z.object({
  id: z.int(),
  property_id: z.uuid(),
  external_id: text.nullable(),
  stay: z.object({
    status: z.enum(RESERVATION_STATUS),
    source: z.enum(RESERVATION_SOURCE),
    ota_name: text.nullable(),
    ota_reservation_code: text.nullable(),
    check_in: day,
    check_out: day,
    adults: z.int().min(1),
    children: z.int().min(0),
    infants: z.int().min(0),
    total_cents: positiveCents,
    currency: z.string(),
    quote: z.looseObject({ lines: z.array(z.object({ code: z.string(), amount_cents: cents })).default([]) }),
    note: z.string().nullable(),
    commission_cents: positiveCents.nullable(),
  }),
  guest: z.object({
    name: z.string().max(255).nullable(),
    email: email.nullable().catch(null),
    phone: phone.nullable().catch(null),
  }),
  open_cents: cents.nullable(),
  holds_nights: z.boolean(),
})
export type StayLine = z.infer<typeof stayLine>

const entry = {
  day,
  amount_cents: cents,
  currency: z.string().regex(/^[A-Z]{3}$/),
  method: z.enum(MONEY_METHOD).nullable(),
  property_id: z.uuid().nullable(),
  reservation_id: z.int().nullable(),
  title: text,
  /** The archive that had it first; without one, this archive. */
  archive: z.uuid().optional(),
}

export const documentLine = z.looseObject({
  ...entry,
  kind: z.enum(['invoice', 'credit_note']),
  number: z.string().regex(/^[A-Z0-9][A-Z0-9-]{0,49}$/),
  file: z.string().regex(/^documents\/[\w/-]{1,120}\.pdf$/),
})

/** Notes and reasons may name a guest, and are not among it: history never changes, and could not forget them. */
export const moneyLine = z.object({
  ...entry,
  kind: z.enum(['receipt', 'refund']),
  payment: z.string().max(50).nullish(),
  at: z.string().max(50).nullish(),
  status: z.string().max(50).nullish(),
})
