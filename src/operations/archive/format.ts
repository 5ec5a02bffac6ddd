import { z } from 'zod'

/** The format of archives (docs/company.md, "An archive"). Another one is another number. */
export const FORMAT = 'sejour-archive'
export const VERSION = 1

export const MANIFEST = 'manifest.json'

/** Name of a stored file in a folder of the storage. */
export const STORED_NAME = /^(?:attachments|companies|properties)\/[\w-]{1,80}\.\w{1,8}$/

/** The PDF of a document; two sources may have given the same number. Pure. */
export const fileOfDocument = (number: string, archive_id?: string | null): string =>
  archive_id ? `documents/${archive_id}/${number}.pdf` : `documents/${number}.pdf`
export const fileOfStored = (name: string): string => `files/${name}`

const cents = z.int()

const sums = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), received_cents: cents, returned_cents: cents })
export type Sums = z.infer<typeof sums>

interface MoneyEntry {
  currency: string
  amount_cents: number
  is_refund: boolean | null
  is_counted: boolean | null
}

/** Adds an entry of money to the sums of its currency; money that was carried over from one stay to another counts nothing. */
export function addUp(all: Map<string, Sums>, { currency, amount_cents, is_refund, is_counted }: MoneyEntry): void {
  const sum = all.get(currency) ?? { currency, received_cents: 0, returned_cents: 0 }
  all.set(currency, sum)
  if (is_counted) sum[is_refund ? 'returned_cents' : 'received_cents'] += amount_cents
}

/** The last file of an archive: the others, each with its length and its SHA-256. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  id: z.uuid(),
  made_at: z.iso.datetime(),
  software: z.string().max(100),
  company: z.string().max(255),
  counts: z.record(z.string().max(100), z.int().min(0)),
  /** Money that came in and went back, by currency, without money that was carried over from one stay to another. */
  money: z.array(sums),
  /** Files that rows name and that the storage did not have. */
  missing: z.array(z.string().max(255)),
  files: z.record(z.string().max(255), z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
})
export type Manifest = z.infer<typeof manifest>
