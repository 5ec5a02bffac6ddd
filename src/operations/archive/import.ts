import { z } from 'zod'
import { encodeLogo } from '../../accounts/company/company.ts'
import { lockQuota } from '../../accounts/quotas/quotas.ts'
import { close } from '../../bookings/calendars/closures.ts'
import { importStay, NightsTakenError } from '../../bookings/reservations/imported.ts'
import { discardPhoto, savePhoto } from '../../homes/properties/photos.ts'
import { createProperty } from '../../homes/properties/write.ts'
import { type Database, type Transaction, transaction } from '../../platform/db/client.ts'
import { databaseError, isUnreachable } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { OperationsContext } from '../context.ts'
import { fileOfStored, type Sums } from './format.ts'
import {
  companyLine,
  documentLine,
  type HomeLine,
  homeLine,
  logoLine,
  newHome,
  type StayLine,
  stayLine,
} from './lines.ts'
import { type Archive, ArchiveError, withArchive } from './read.ts'
import { writeDocuments, writeMoney } from './write-history.ts'

type Context = OperationsContext & { db: Database }
type Photo = Awaited<ReturnType<typeof savePhoto>>

/** Stays that become rows: those that take place or took place, and those that were cancelled. */
const STAYS: readonly StayLine['stay']['status'][] = ['confirmed', 'checked_in', 'completed', 'no_show', 'cancelled']

/** Stays that the old installation still decides. */
const WAITING: readonly StayLine['stay']['status'][] = ['inquiry', 'pending']

/** Outcome of an import. */
export interface Imported {
  company: string
  homes: number
  photos: number
  stays: number
  documents: number
  money: Sums[]
  /** Parts that stay in the archive alone, each with the reason. */
  left_out: string[]
  /** Amounts that guests still owe, by currency. They are not asked for here. */
  open: Map<string, number>
}

/** Files that are stored before the rows that name them. */
interface Stored {
  logo: string | null
  /** Photos of homes, whose ids are those in the archive. */
  photos: Map<string, { photo: Photo; alt: string | null }[]>
  /** PDF files, by their names in the archive. */
  documents: Map<string, string>
}

/**
 * Imports an archive into an account without homes, whole or not at all (docs/decisions/0039-one-archive.md). Homes and stays become rows; documents and money
 * become history, which keeps its numbers.
 * @throws ArchiveError
 */
export const importArchive = (context: Context, path: string, email: string): Promise<Imported> =>
  withArchive(path, async (archive) => {
    await findOwner(context, archive, email)
    const stored: Stored = { logo: null, photos: new Map(), documents: new Map() }
    try {
      await storeFiles(context, archive, stored)
      return await transaction(context.db, (tx) => write(context, tx, { archive, stored, email }))
    } catch (error) {
      await discard(context, stored, error)
      throw error instanceof AppError && error.fields
        ? new ArchiveError(`${error.message} ${Object.keys(error.fields).join(', ')}`, { cause: error })
        : error
    }
  })

/** The account that gets the company, locked in a transaction. @throws ArchiveError unless it is empty, and the archive new. */
async function findOwner({ db }: Context, { manifest }: Archive, email: string, tx: Transaction | Database = db) {
  const account = await queries.auth.findByEmail(tx, { email })
  if (!account) throw new ArchiveError(`No account has the address ${email}.`)
  if (!account.verified) throw new ArchiveError(`${email} is not verified yet.`)
  const known = await queries.archive.findArchive(tx, { id: manifest.id })
  if (known) throw new ArchiveError(`This archive was imported at ${known.imported_at}. Nothing is changed.`)
  const { count } = await queries.properties.countOfOwner(tx, { user_id: account.id })
  if (count > 0) throw new ArchiveError(`${email} has homes already. An archive is imported into an empty account.`)
  return account
}

async function storeFiles(context: Context, archive: Archive, stored: Stored): Promise<void> {
  for await (const { company } of archive.lines('company', logoLine)) {
    const logo = company?.logo && (await pictureOf(archive, company.logo))
    if (!logo) continue
    const { content } = await encodeLogo(logo)
    stored.logo = await context.storage.save('companies', content, 'webp')
  }
  for await (const home of archive.lines('homes', homeLine)) {
    if (home.home.status === 'archived') continue
    const photos: { photo: Photo; alt: string | null }[] = []
    stored.photos.set(home.id, photos)
    for (const { file, alt } of home.photos) {
      const bytes = await pictureOf(archive, file)
      if (bytes) photos.push({ photo: await savePhoto(context, bytes, async () => undefined), alt })
    }
  }
  for await (const { file } of archive.lines('documents', documentLine)) {
    const pdf = await archive.file(file)
    if (!pdf) continue
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new ArchiveError(`${file} is no PDF.`)
    stored.documents.set(file, await context.storage.save('documents', pdf, 'pdf'))
  }
}

const pictureOf = (archive: Archive, path: string) => archive.file(fileOfStored(path.replace(/^\/storage\//, '')))

/** Removes the files of an import. After an error of the database it may not be known whether the rows were written. */
async function discard(context: Context, { logo, photos, documents }: Stored, error: unknown): Promise<void> {
  const isUnwritten = databaseError(error) === undefined && !isUnreachable(error)
  const cause = isUnwritten ? new AppError('conflict') : error
  for (const path of [...(logo === null ? [] : [logo]), ...documents.values()])
    await context.storage.discard(path, cause)
  for (const { photo } of [...photos.values()].flat()) await discardPhoto(context, photo, cause)
}

interface Writing {
  archive: Archive
  stored: Stored
  email: string
}

async function write(context: Context, tx: Transaction, { archive, stored, email }: Writing): Promise<Imported> {
  const { manifest } = archive
  const { id: owner_id } = await findOwner(context, archive, email, tx)
  await lockQuota(tx, owner_id)
  const isFirst = await queries.archive.insertArchive(tx, { id: manifest.id, owner_id, made_at: manifest.made_at })
  if (!isFirst) throw new ArchiveError('This archive was imported just now, into another account.')
  const left_out: string[] = []
  const sellers = new Map<string, number>()
  for await (const { company, sellers: rows } of archive.lines('company', companyLine)) {
    if (company) {
      const { name, colour = null, site = null, reply_to = null, legal = null } = company
      await queries.company.upsert(tx, { owner_id, name, colour, site, reply_to, legal, logo: stored.logo })
    }
    for (const row of rows) {
      const made = await queries.sellers.insert(tx, { ...row, owner_id })
      if (!made) throw new ArchiveError(`The prefix ${row.prefix} of a seller is taken in this installation.`)
      sellers.set(row.prefix, made.id)
    }
  }

  const homes = new Map<string, string>()
  let photos = 0
  for await (const line of archive.lines('homes', homeLine)) {
    if (line.home.status === 'archived') {
      left_out.push(`home ${line.home.title}: archived`)
      continue
    }
    const property_id = await writeHome(context, tx, {
      line,
      owner_id,
      seller_id: sellers.get(line.seller ?? '') ?? null,
    })
    homes.set(line.id, property_id)
    for (const { photo, alt } of stored.photos.get(line.id) ?? [])
      if (await queries.properties.insertPhoto(tx, { property_id, ...photo, alt })) photos++
  }
  const stays = await writeStays(context, tx, { archive, homes, owner_id, left_out })
  for await (const line of archive.lines('homes', homeLine)) {
    const property_id = homes.get(line.id)
    if (property_id !== undefined) await writeClosures(context, tx, { line, property_id, left_out })
  }
  const history = { archive, owner_id, homes, stays: stays.ids, sellers }
  const documents = await writeDocuments(tx, history, stored.documents)
  const money = await writeMoney(tx, history)
  return {
    ...{ company: manifest.company, homes: homes.size, photos, stays: stays.ids.size, documents, money, left_out },
    open: stays.open,
  }
}

async function writeHome(
  { config }: Context,
  tx: Transaction,
  { line, owner_id, seller_id }: { line: HomeLine; owner_id: number; seller_id: number | null },
): Promise<string> {
  const owner = { userId: owner_id, verified: true }
  const { data: fields, error } = newHome(line, seller_id)
  if (error) throw new ArchiveError(`The home ${line.home.title} is not understood: ${z.prettifyError(error)}`)
  const property_id = await createProperty(tx, config.quotas, owner, fields).catch((error: unknown) => {
    // The other installation may have had more neighborhoods.
    if (!(error instanceof AppError) || error.fields?.neighborhood_id === undefined) throw error
    return createProperty(tx, config.quotas, owner, { ...fields, neighborhood_id: null })
  })
  await queries.properties.upsertExternalId(tx, { owner_id, external_id: line.external_id ?? line.id, property_id })
  for (const season of line.seasons) await queries.rates.insertSeason(tx, { ...season, property_id })
  await queries.rates.insertDays(tx, { property_id, days: line.days })
  return property_id
}

/** Writes closures to come. Those of calendars and tasks become the company's own: the nights stay taken until it opens them. */
async function writeClosures(
  { config }: Context,
  tx: Transaction,
  { line, property_id, left_out }: { line: HomeLine; property_id: string; left_out: string[] },
): Promise<void> {
  for (const { calendar, reason, ...closure } of line.closures) {
    const wanted = { property_id, ...closure, reason: reason ?? calendar }
    try {
      await transaction(tx, (savepoint) => close(savepoint, config.quotas, wanted))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      left_out.push(`closure of ${line.home.title}, ${closure.start_date} to ${closure.end_date}: ${error.message}`)
    }
  }
}

interface Places {
  owner_id: number
  /** Homes and stays by their ids in the archive. */
  homes: ReadonlyMap<string, string>
}

async function writeStays(
  context: Context,
  tx: Transaction,
  { archive, homes, owner_id, left_out }: Places & { archive: Archive; left_out: string[] },
): Promise<{ ids: Map<number, number>; open: Map<string, number> }> {
  const rows = await queries.imports.listHomes(tx, { owner_id, external_ids: [], property_ids: [...homes.values()] })
  const known = new Map(rows.map((row) => [row.property_id, row]))
  const ids = new Map<number, number>()
  const open = new Map<string, number>()
  for await (const line of archive.lines('stays', stayLine)) {
    const home = known.get(homes.get(line.property_id) ?? '')
    if (!home) continue
    const { id, stay, open_cents } = line
    const name = `stay ${id}, ${stay.check_in} to ${stay.check_out} in ${home.title}`
    if (WAITING.includes(stay.status)) left_out.push(`${name}: ${stay.status}, and its nights are free here`)
    if (!STAYS.includes(stay.status)) continue
    const importing = {
      company: { owner_id, actor_id: owner_id },
      home: { ...home, currency: stay.currency },
      row: rowOf(line),
      takesNights: stay.status !== 'cancelled' && (stay.status !== 'no_show' || line.holds_nights),
    }
    try {
      const made = await transaction(tx, (savepoint) => importStay(context, { tx: savepoint, ...importing }, undefined))
      ids.set(id, made.reservation_id)
      const isOwed = open_cents !== null && open_cents > 0 && importing.row.status === 'confirmed'
      if (isOwed) open.set(stay.currency, (open.get(stay.currency) ?? 0) + open_cents)
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof NightsTakenError)) throw error
      left_out.push(`${name}: ${error.message}`)
    }
  }
  return { ids, open }
}

/** A stay as a file of stays would have it: nothing is due here, and nothing was received here. Pure. */
function rowOf({ id, external_id, stay, guest }: StayLine): Parameters<typeof importStay>[1]['row'] {
  const lineOf = (code: string) => stay.quote.lines.find((line) => line.code === code)?.amount_cents ?? 0
  const [cleaning, tourist_tax] = [lineOf('cleaning'), lineOf('tourist_tax')]
  const isWithin = cleaning + tourist_tax <= stay.total_cents
  return {
    external_id: external_id ?? `archive ${id}`,
    status: stay.status === 'cancelled' || stay.status === 'no_show' ? stay.status : 'confirmed',
    source: stay.source,
    channel: stay.ota_name ?? undefined,
    channel_code: stay.ota_reservation_code ?? undefined,
    check_in: stay.check_in,
    check_out: stay.check_out,
    adults: stay.adults,
    children: stay.children,
    infants: stay.infants,
    total: stay.total_cents,
    cleaning: isWithin ? cleaning : 0,
    tourist_tax: isWithin ? tourist_tax : 0,
    commission: stay.commission_cents ?? undefined,
    paid: 0,
    collect: false,
    guest_name: guest.name ?? '',
    guest_email: guest.email ?? undefined,
    guest_phone: guest.phone ?? undefined,
    note: stay.note ?? undefined,
  }
}
