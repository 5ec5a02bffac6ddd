import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { withoutKeys } from '../../bookings/states/stay-link.ts'
import { writeLines } from '../../integrations/exports/csv.ts'
import { documents } from '../../integrations/exports/documents.ts'
import { type Export, payments, reservations } from '../../integrations/exports/pages.ts'
import { readerOf } from '../../integrations/exports/reader.ts'
import { registerExport } from '../../integrations/exports/register.ts'
import { issuedDocument } from '../../money/invoices/document.ts'
import { documentFile } from '../../money/invoices/file.ts'
import type { Database } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isOutOfReach } from '../../platform/storage/files.ts'
import type { OperationsContext } from '../context.ts'
import {
  addUp,
  FORMAT,
  fileOfDocument,
  fileOfStored,
  MANIFEST,
  type Manifest,
  STORED_NAME,
  type Sums,
  VERSION,
} from './format.ts'
import { openZip, type WrittenFile } from './zip.ts'

/** Lines of a page: a home with its days has some 100 kB, a stay with its messages some ten. */
const PAGE = { homes: 10, stays: 50, others: 500 }

/** Attempts to make a PDF while too many wait. */
const ATTEMPTS = 10
const RETRY_MS = 3_000

/** Before every home. */
const NO_HOME = '00000000-0000-0000-0000-000000000000'

type Context = OperationsContext & { db: Database }

/** Reads pages until one is not full. `read` gets the last row of the page before. */
async function* inPages<Row>(limit: number, read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    yield* rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

/** Names of stored files of a row. Files that are kept elsewhere have none. Pure. */
const storedNames = (paths: unknown): string[] =>
  Array.isArray(paths)
    ? paths.flatMap((path) => {
        const name = String(path).replace(/^\/storage\//, '')
        return STORED_NAME.test(name) ? [name] : []
      })
    : []

/**
 * The archive of an owner's company as a ZIP file, which is written while it is read (docs/decisions/0039-one-archive.md). What fails in the
 * middle destroys the stream, and its manifest is missing.
 */
export function writeArchive(context: Context, owner_id: number): Readable {
  const zip = openZip()
  fill(context, owner_id, zip).then(zip.end, (error: unknown) =>
    zip.out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return zip.out
}

async function fill(context: Context, owner_id: number, zip: ReturnType<typeof openZip>): Promise<void> {
  const { db } = context
  const counts: Record<string, number> = {}
  const named = new Set<string>()
  const sums = new Map<string, Sums>()
  // The stream asks for more when its reader has room: the work is still for the client of the request.
  const here = AsyncLocalStorage.snapshot()

  const rowsOf = <Row>(limit: number, read: (last: Row | undefined) => Promise<Row[]>) =>
    inPages(limit, (last: Row | undefined) => here(() => read(last)))

  /** Writes rows as lines of JSON, and remembers the files that they name. */
  async function list<Row extends { line: string; files?: unknown }>(
    name: string,
    rows: AsyncIterable<Row>,
    see: (row: Row) => void = () => undefined,
  ): Promise<void> {
    let count = 0
    async function* lines() {
      for await (const row of rows) {
        count++
        see(row)
        for (const file of storedNames(row.files)) named.add(file)
        yield `${withoutKeys(row.line)}\n`
      }
    }
    await zip.write(`${name}.jsonl`, lines(), { compress: true })
    counts[name] = count
  }

  async function sheet(name: string, { columns, pages }: Export): Promise<void> {
    async function* lines() {
      yield writeLines([columns])
      const rows = here(() => pages(db, readerOf(owner_id, owner_id, 'owner', null), {}))
      for (let page = await here(() => rows.next()); !page.done; page = await here(() => rows.next()))
        if (page.value.length > 0) yield writeLines(page.value)
    }
    await zip.write(`${name}.csv`, lines(), { compress: true })
  }

  const company = await queries.archive.findCompany(db, { owner_id })
  if (!company) throw new AppError('notFound')
  await list('company', Readable.from([company]))
  const homes = (last?: { id: string }) =>
    queries.archive.listHomes(db, { owner_id, after_home: last?.id ?? NO_HOME, limit: PAGE.homes })
  await list('homes', rowsOf(PAGE.homes, homes))
  const stays = (last?: AtHome) => queries.archive.listStays(db, { owner_id, ...after(last), limit: PAGE.stays })
  await list('stays', rowsOf(PAGE.stays, stays))

  /** Documents, or money, of an earlier archive. They come after those that were made here. */
  const history = (are_documents: boolean) =>
    rowsOf(PAGE.others, (last?: { id: number }) =>
      queries.archive.listHistory(db, { owner_id, are_documents, after_id: last?.id ?? 0, limit: PAGE.others }),
    )
  async function* documentRows() {
    const made = (last?: OfStay) =>
      queries.archive.listDocuments(db, { owner_id, ...afterInStay(last), limit: PAGE.others })
    for await (const row of rowsOf(PAGE.others, made)) yield { ...row, file: null, archive_id: null }
    for await (const row of history(true)) yield { ...row, key: null }
  }
  async function* moneyRows() {
    const made = (last?: OfStay) =>
      queries.archive.listMoney(db, { owner_id, ...afterInStay(last), limit: PAGE.others })
    yield* rowsOf(PAGE.others, made)
    yield* history(false)
  }
  await list('documents', documentRows())
  await list('money', moneyRows(), (row) => addUp(sums, row))
  const conversations = (last?: { id: number; conversation_id: number }) => {
    const [after_conversation, after_id] = [last?.conversation_id ?? 0, last?.id ?? 0]
    return queries.archive.listConversations(db, { owner_id, after_conversation, after_id, limit: PAGE.others })
  }
  await list('conversations', rowsOf(PAGE.others, conversations))
  const reviews = (last?: AtHome) => queries.archive.listReviews(db, { owner_id, ...after(last), limit: PAGE.others })
  await list('reviews', rowsOf(PAGE.others, reviews))
  const tasks = (last?: AtHome) => queries.archive.listTasks(db, { owner_id, ...after(last), limit: PAGE.others })
  await list('tasks', rowsOf(PAGE.others, tasks))
  await sheet('reservations', reservations)
  await sheet('payments', payments)
  await sheet('documents', documents)
  await sheet('travellers', registerExport(context.config))

  const missing: string[] = []
  async function store(name: string, file: string): Promise<void> {
    const opened = file === '' ? undefined : await context.storage.files.read(file)
    if (!opened) return void missing.push(file)
    try {
      await zip.write(name, opened.body, { compress: false })
    } finally {
      opened.body.destroy()
    }
  }
  for await (const { key, number, file, archive_id } of documentRows()) {
    if (number === null) continue
    const name = fileOfDocument(number, archive_id)
    if (key === null) await store(name, file ?? '')
    else await store(name, await pdfOf(context, key))
  }
  for (const file of named) await store(fileOfStored(file), file)

  const written: Omit<Manifest, 'files'> = {
    format: FORMAT,
    version: VERSION,
    id: randomUUID(),
    made_at: new Date().toISOString(),
    software: packageJson.version,
    company: company.name,
    counts,
    money: [...sums.values()],
    missing,
  }
  await zip.write(MANIFEST, Readable.from(manifestParts(written, [...zip.files])), { compress: true })
}

/** The text of a manifest in parts, because it names every file of the company. */
function* manifestParts(written: Omit<Manifest, 'files'>, files: [string, WrittenFile][]): Generator<string> {
  yield `${JSON.stringify(written).slice(0, -1)},"files":{`
  for (const [index, [name, file]] of files.entries())
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(name)}:${JSON.stringify(file)}`
  yield '}}\n'
}

interface AtHome {
  id: number
  property_id: string
}
type OfStay = AtHome & { reservation_id: number | null }

const after = (last?: AtHome) => ({ after_home: last?.property_id ?? NO_HOME, after_id: last?.id ?? 0 })
const afterInStay = (last?: OfStay) => ({ ...after(last), after_stay: last?.reservation_id ?? 0 })

/** The name of the stored PDF of a document. An archive waits where others make PDF files too. @throws AppError 503, 507. */
async function pdfOf(context: Context, key: string): Promise<string> {
  const document = issuedDocument.parse(await queries.invoices.find(context.db, { key }))
  for (let attempt = 1; ; attempt++) {
    try {
      return await documentFile(context, key, document)
    } catch (error) {
      if (!isOutOfReach(error) || attempt === ATTEMPTS) throw error
      await delay(RETRY_MS)
    }
  }
}
