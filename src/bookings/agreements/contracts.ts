import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { lockQuota } from '../../accounts/quotas/quotas.ts'
import { isOwner } from '../../homes/properties/homes.ts'
import { lockOwn } from '../../homes/properties/write.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import { acceptedContract, type ContractTexts, type contract, contractTexts } from './schemas.ts'

type Contract = z.output<typeof contract>

/** A contract in one language. */
export interface ContractText {
  version: number
  locale: Locale
  text: string
}

/** The text for a reader of a language, or else in the other one. Pure. */
function textFor(texts: unknown, locale: Locale): Omit<ContractText, 'version'> | undefined {
  const known = contractTexts.parse(texts)
  const other = locale === 'fr' ? 'en' : 'fr'
  for (const language of [locale, other] as const) {
    const text = known[language]
    if (text !== undefined) return { locale: language, text }
  }
  return undefined
}

/** A version of a contract of an account; by default the one of the company in force, if any. @throws AppError 404 an unknown version. */
export async function findOfCompany(db: Queryable, owner_id: number, version?: number): Promise<Contract | null> {
  const row = await queries.agreements.findOfCompany(db, { owner_id, version })
  if (!row && version !== undefined) throw new AppError('notFound')
  const texts = contractTexts.parse(row?.texts ?? {})
  if (!row || (version === undefined && isEmpty(texts))) return null
  return { ...row, texts, of: row.property_id === null ? 'company' : 'home' }
}

const isEmpty = (texts: ContractTexts): boolean => Object.keys(texts).length === 0

/** The contract in force for a home. */
async function findOfHome(db: Queryable, property_id: string): Promise<Contract | null> {
  const row = await queries.agreements.findOfHome(db, { property_id })
  return row ? { ...row, texts: contractTexts.parse(row.texts), of: row.is_of_home ? 'home' : 'company' } : null
}

/** The contract in force for a home that somebody may see. @throws AppError 404. */
export async function showOfHome(
  { db }: BookingsContext,
  identity: Identity | null,
  property_id: string,
): Promise<Contract | null> {
  const home = await queries.properties.findStanding(db, { property_id })
  const isReached = identity === null || reaches(identity, property_id)
  const isManaged = identity !== null && (isStaff(identity) || (await isOwner(db, identity, property_id)))
  if (!home || !isReached || (home.status !== 'published' && !isManaged)) throw new AppError('notFound')
  return findOfHome(db, property_id)
}

/** Writes the contract of a company. The same texts again make no version. */
export const changeOfCompany = ({ db }: BookingsContext, owner_id: number, texts: ContractTexts): Promise<void> =>
  transaction(db, async (tx) => {
    await lockQuota(tx, owner_id)
    await writeVersion(tx, { owner_id, property_id: null, texts })
  })

/** Writes the contract of a home, in place of its company's. @throws AppError 403 for callers who only see the home, 404. */
export async function changeOfHome(
  context: BookingsContext,
  identity: Identity,
  property_id: string,
  texts: ContractTexts,
): Promise<Contract | null> {
  const home = await queries.properties.findStanding(context.db, { property_id })
  return transaction(context.db, async (tx) => {
    // Before the home, in the order of all who lock both.
    if (home) await lockQuota(tx, home.owner_id)
    const { owner_id } = await lockOwn(context, tx, identity, property_id)
    await writeVersion(tx, { owner_id, property_id, texts })
    return findOfHome(tx, property_id)
  })
}

async function writeVersion(
  tx: Transaction,
  wanted: { owner_id: number; property_id: string | null; texts: ContractTexts },
): Promise<void> {
  const latest = await queries.agreements.findLatest(tx, wanted)
  if (isDeepStrictEqual(latest?.texts ?? {}, wanted.texts)) return
  const { version } = await queries.agreements.insert(tx, wanted)
  // Two statements: the second one sees who has accepted a version before it was locked.
  const replaced = await queries.agreements.lockReplaced(tx, { ...wanted, version })
  await queries.agreements.deleteUnaccepted(tx, { contract_ids: replaced.map(({ id }) => id) })
}

/** The contract that the guest of a stay has still to accept, in a language; undefined: there is none, or it was accepted. */
export async function contractAsked(
  db: Queryable,
  reservation_id: number | null,
  locale: Locale,
): Promise<(ContractText & { id: number }) | undefined> {
  const stay = await queries.agreements.findAsked(db, { reservation_id })
  const row = stay && (await queries.agreements.findOfHome(db, stay))
  const text = row && textFor(row.texts, locale)
  return row && text && { id: row.id, version: row.version, ...text }
}

/**
 * Notes that the guest of a stay accepts its contract, once; nothing where there is none.
 * @throws AppError 400 without a version, 409 another one.
 */
export async function acceptContract(
  tx: Transaction,
  reservation_id: number,
  version: number | undefined,
  { locale, accepted_by }: { locale: Locale; accepted_by: 'guest' | 'website' },
): Promise<void> {
  const asked = await contractAsked(tx, reservation_id, locale)
  if (!asked) return
  if (version === undefined) throw invalid({ accept_contract: 'contractMissing' })
  if (version !== asked.version) throw new AppError('contractChanged')
  const { id: contract_id, text: content } = asked
  if (!(await queries.agreements.lock(tx, { contract_id }))) throw new AppError('contractChanged')
  await queries.agreements.accept(tx, { reservation_id, contract_id, content, locale: asked.locale, accepted_by })
}

/** The contract that the guest of a stay has accepted; null: none. */
export async function findAccepted(
  db: Queryable,
  reservation_id: number,
): Promise<(z.output<typeof acceptedContract> & { text: string }) | null> {
  const row = await queries.agreements.findAccepted(db, { reservation_id })
  return row ? { ...acceptedContract.parse(row), text: row.text ?? '' } : null
}
