/** `npm run admin -- <command>`: commands for operators, in the database of the environment. */

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { removeAll } from '../accounts/second-factor/change.ts'
import type { StandIns } from '../app.ts'
import { wrongDocuments } from '../bookings/settlement/document-check.ts'
import { type Config, loadConfig } from '../config.ts'
import { newTouristTax, type TouristTax } from '../homes/taxes/schemas.ts'
import { reconcile } from '../integrations/stripe-events/reconcile.ts'
import { claim, refundUnclaimed } from '../integrations/stripe-events/unclaimed.ts'
import { importArchive } from '../operations/archive/import.ts'
import { DatabaseHeartbeat } from '../operations/health/heartbeat.ts'
import { connect, type Database, transaction } from '../platform/db/client.ts'
import { sharedSessionsOf } from '../platform/db/cluster/pooler.ts'
import { loadDatabaseConfig } from '../platform/db/config.ts'
import { USER_ROLE } from '../platform/db/enums.ts'
import { databaseError, isUnreachable } from '../platform/db/errors.ts'
import { queries } from '../platform/db/queries.ts'
import { AppError } from '../platform/http/errors.ts'
import { STAFF } from '../platform/http/identity.ts'
import { requeueDeadLetters } from '../platform/jobs/queues.ts'
import { ConfigError } from '../platform/lib/environment.ts'
import { importNeighborhoods } from '../platform/places/neighborhoods.ts'
import { enableCollecting, enableRelease, retireTriggers, widenKeys } from '../platform/schema/enabled.ts'
import { explain } from '../start/explain.ts'
import { describeImport } from './imported.ts'
import { describeLosses, describeReconciliation, describeUnclaimed, money } from './reconciliation.ts'

interface Command {
  usage: string
  /** Parses the arguments; undefined when they are not for this command. */
  prepare(args: string[]): ((db: Database) => Promise<string>) | undefined
  /** Index of the first argument that does not fit, and why. */
  problemIn(args: string[]): { index: number; text: string }
}

const command = <T extends z.ZodType>(
  usage: string,
  shape: T,
  run: (db: Database, args: z.infer<T>) => Promise<string>,
): Command => ({
  usage,
  prepare(args) {
    const parsed = shape.safeParse(args)
    return parsed.success ? (db) => run(db, parsed.data) : undefined
  },
  problemIn(args) {
    const [issue] = shape.safeParse(args).error?.issues ?? []
    const index = Number(issue?.path[0] ?? args.length)
    return { index, text: `${args[index] ?? 'a word is missing or too many'}: ${issue?.message ?? 'not understood'}` }
  },
})

const role = z.enum(USER_ROLE)

const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)

const intent = z.string().startsWith('pi_')

/** A city and its tax in major units, as the API takes them. */
interface CityTax {
  city: string
  tax: z.input<typeof newTouristTax>
}

const taxArguments = z
  .union([
    z.tuple([z.literal('tax'), z.string(), z.literal('none')]).transform(([, city]): CityTax => ({ city, tax: null })),
    z
      .tuple([z.literal('tax'), z.string(), z.literal('per-adult-night'), number])
      .transform(([, city, , per_adult_night]): CityTax => ({ city, tax: { per_adult_night } })),
    z
      .tuple([z.literal('tax'), z.string(), z.literal('percent'), number, number.optional()])
      .transform(([, city, , percent, cap]): CityTax => ({ city, tax: { percent, cap } })),
  ])
  .pipe(z.object({ city: z.string(), tax: newTouristTax }))

const COMMANDS: Command[] = [
  command(`grant <e-mail> <${USER_ROLE.join('|')}>`, z.tuple([z.literal('grant'), z.email(), role]), grant),
  command('tax <GeoNames id of a city> <none | per-adult-night amount | percent percent [cap]>', taxArguments, setTax),
  command(
    'neighborhoods <GeoNames id of a city> <file.csv with name,latitude,longitude>',
    z.tuple([z.literal('neighborhoods'), z.string(), z.string()]),
    addNeighborhoods,
  ),
  command('jobs', z.tuple([z.literal('jobs')]), showDeadLetters),
  command(
    'jobs requeue [queue]',
    z.tuple([z.literal('jobs'), z.literal('requeue'), z.string().optional()]),
    async (db, [, , queue]) => `${await requeueDeadLetters(db, queue)} jobs will be tried again.`,
  ),
  command('enable 0.2', z.tuple([z.literal('enable'), z.literal('0.2')]), enable),
  command('enable 0.3', z.tuple([z.literal('enable'), z.literal('0.3')]), enableNext),
  command('enable 0.4', z.tuple([z.literal('enable'), z.literal('0.4')]), enableLast),
  command('documents check', z.tuple([z.literal('documents'), z.literal('check')]), checkDocuments),
  command(
    'seller allow <prefix of the seller> <documents | cash> <who said so>',
    z.tuple([
      z.literal('seller'),
      z.literal('allow'),
      z.string(),
      z.enum(['documents', 'cash']),
      z.string().trim().min(1).max(200),
    ]),
    allowSeller,
  ),
  command(
    'import <archive.zip> <e-mail of the owner>',
    z.tuple([z.literal('import'), z.string(), z.email()]),
    importCompany,
  ),
  command('inbox', z.tuple([z.literal('inbox')]), listInbox),
  command('ledger', z.tuple([z.literal('ledger')]), showLedger),
  command('reconcile [YYYY-MM-DD]', z.tuple([z.literal('reconcile'), z.iso.date().optional()]), reconcileNow),
  command(
    'reconcile claim <payment intent> <reservation>',
    z.tuple([z.literal('reconcile'), z.literal('claim'), intent, z.coerce.number().int().positive()]),
    (db, [, , id, reservation]) =>
      atTheProvider(db, async (app) => {
        await claim(app, id, reservation)
        return `${id} pays for reservation ${reservation} now.`
      }),
  ),
  command('reconcile lost', z.tuple([z.literal('reconcile'), z.literal('lost')]), declareLost),
  command(
    'second-factor remove <e-mail>',
    z.tuple([z.literal('second-factor'), z.literal('remove'), z.email()]),
    (db, [, , email]) =>
      besides(db, { needed: ['PUBLIC_URL'] }, async (app) => {
        if (!(await removeAll(app, email))) throw new Error(`no account has the address ${email}`)
        return `${email} signs in without a second factor now, and all its sessions have ended.`
      }),
  ),
  command(
    'reconcile refund <payment intent>',
    z.tuple([z.literal('reconcile'), z.literal('refund'), intent]),
    (db, [, , id]) =>
      atTheProvider(db, async (app) => {
        await refundUnclaimed(app, id)
        return `${id} goes back to whoever has paid it.`
      }),
  ),
]

/** Variables that production requires and a command does not use: it asks for none that it does not need. */
const UNUSED = {
  JWT_SECRET: randomBytes(48).toString('base64'),
  REALTIME_APP_SECRET: randomBytes(32).toString('hex'),
  STRIPE_SECRET_KEY: 'sk_unused',
  STRIPE_WEBHOOK_SECRET: 'whsec_unused',
  SMTP_URL: 'smtp://unused.invalid',
}
/** No file is read or written: a bucket is opened when it is asked for something. */
const UNUSED_BUCKET = { STORAGE_URL: 's3://unused', STORAGE_ACCESS_KEY: 'unused', STORAGE_SECRET_KEY: 'unused' }
type Needed = 'PUBLIC_URL' | keyof typeof UNUSED

/** The configuration for a command. @throws ConfigError that names the variables that this command needs and that are missing. */
function configFor(needed: readonly Needed[], keepsFiles = false): Config {
  const env = process.env
  if (env.NODE_ENV !== 'production') return loadConfig(env)
  const missing = needed.filter((name) => !env[name])
  if (missing.length > 0)
    throw new ConfigError(`This command needs ${missing.join(' and ')} of the nodes, beside the database.`)
  return loadConfig({
    ...UNUSED,
    ...(env.STORAGE_URL === undefined && !keepsFiles && UNUSED_BUCKET),
    DATABASE_URL: env.DATABASE_DIRECT_URL,
    ...env,
  })
}

/** Works beside a service that may run. */
async function besides<T>(
  db: Database,
  { needed, standIns = {}, keepsFiles }: { needed: readonly Needed[]; standIns?: StandIns; keepsFiles?: boolean },
  work: (app: FastifyInstance) => Promise<T>,
): Promise<T> {
  const config = { ...configFor(needed, keepsFiles), logLevel: 'error' }
  const { alone } = await import('../start/settle.ts')
  return alone({ config, db, standIns }, work)
}

/** Links to stays are in the mails that follow. */
const FOR_PROVIDER = ['PUBLIC_URL', 'JWT_SECRET', 'STRIPE_SECRET_KEY'] as const

/** Works with the payment provider. The stand-in of a running service is on the port after its own. */
async function atTheProvider<T>(db: Database, work: (app: FastifyInstance) => Promise<T>): Promise<T> {
  const { production, port, stripe } = configFor(FOR_PROVIDER)
  if (production || stripe.apiUrl !== undefined) return besides(db, { needed: FOR_PROVIDER }, work)
  const stripeUrl = `http://127.0.0.1:${port + 1}`
  try {
    return await besides(db, { needed: FOR_PROVIDER, standIns: { stripeUrl } }, work)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'providerUnavailable') throw error
    const hint = `Without NODE_ENV=production that is the stand-in of a service that runs here, at ${stripeUrl}.`
    throw new Error(`${error.message} ${hint}`, { cause: error })
  }
}

/**
 * Takes over what the payment provider has done and the database does not know; for after a restore, or lost events. Shows all that
 * a person has to look at.
 */
async function reconcileNow(db: Database, [, from]: [string, (string | undefined)?]): Promise<string> {
  return atTheProvider(db, async (app) => {
    const found = await reconcile(app, { from: from === undefined ? undefined : new Date(from) })
    const [unclaimed, losses] = await Promise.all([
      queries.stripeEvents.listUnclaimed(db, {}),
      queries.health.listLosses(db, {}),
    ])
    return [describeReconciliation(found), ...describeUnclaimed(unclaimed), ...describeLosses(losses)].join('\n')
  })
}

/** Imports the archive of a company from another installation, as docs/decisions/0039-one-archive.md says. */
function importCompany(db: Database, [, file, email]: [string, string, string]): Promise<string> {
  return besides(db, { needed: ['PUBLIC_URL', 'JWT_SECRET'], keepsFiles: true }, async (app) =>
    describeImport(await importArchive(app, file, email)),
  )
}

async function listInbox(db: Database): Promise<string> {
  const events = await queries.inbox.listWaiting(db, {})
  if (events.length === 0) return 'No event waits.'
  return events
    .map(
      (event) =>
        `${event.received_at}  ${event.event_id}  ${event.type}  tried ${event.attempts}x  ${event.error ?? ''}`,
    )
    .join('\n')
}

/** Switches on what the law of the country of a seller switches off, such as for one who uses a certified solution. The audit keeps who said so. */
async function allowSeller(
  db: Database,
  [, , prefix, subject, said]: [string, string, string, 'documents' | 'cash', string],
): Promise<string> {
  const said_by = `${said} (${userInfo().username})`
  const seller = await queries.sellers.allow(db, { prefix: prefix.toUpperCase(), subject, said_by })
  if (!seller) throw new Error(`No seller with the prefix ${prefix}.`)
  return `${seller.name}: ${subject} are allowed from now on. What came before is not numbered.`
}

/** Money by currency, in major units. @throws Error when something does not add up. */
async function showLedger(db: Database): Promise<string> {
  const ledger = await queries.invoices.checkLedger(db, {})
  if (ledger.length === 0) return 'No money has come in.'
  const lines = ledger.map(({ currency, ...sums }) =>
    [
      `received ${money(sums.received_cents, currency)} in ${sums.receipts} payments`,
      ...(sums.elsewhere_cents > 0 ? [`of that ${money(sums.elsewhere_cents, currency)} not at the provider`] : []),
      `given back ${money(sums.refunded_cents, currency)}`,
      `being given back ${money(sums.pending_cents, currency)}`,
      `kept ${money(sums.kept_cents, currency)}`,
    ].join(', '),
  )
  const problems = ledger.flatMap(({ currency, odd_receipts, odd_payments }) => [
    ...(odd_receipts > 0 ? [`${odd_receipts} receipts in ${currency} differ from their refunds`] : []),
    ...(odd_payments > 0 ? [`${odd_payments} payments in ${currency} differ from their receipts`] : []),
  ])
  // Documents are issued by jobs, a moment after the money has moved.
  const waiting = ledger
    .filter(({ undocumented_cents }) => undocumented_cents > 0)
    .map(({ currency, undocumented_cents }) => `Not documented yet: ${money(undocumented_cents, currency)}.`)
  if (problems.length > 0) throw new Error([...lines, ...problems].join('\n'))
  return [...lines, ...waiting, 'The ledger adds up.'].join('\n')
}

/** @throws Error with the wrong lines. */
async function checkDocuments(db: Database): Promise<string> {
  const wrong: string[] = []
  for await (const { reservation_id, code, wrong_cents, currency } of wrongDocuments(db))
    wrong.push(
      `reservation ${reservation_id}: ${money(Math.abs(wrong_cents), currency)} too ${wrong_cents > 0 ? 'much' : 'little'} of ${code}`,
    )
  if (wrong.length > 0) throw new Error([...wrong, `${wrong.length} lines of documents are wrong.`].join('\n'))
  return 'All documents are within what their stays owe.'
}

/** @throws Error while nodes of earlier releases are connected. */
async function refuseOlderNodes(db: Database, releases: string, names: string[], refused?: string): Promise<void> {
  const older = await queries.health.listOlderNodes(db, { names })
  if (older.length === 0) return
  const nodes = older.map(
    ({ address, connections, since }) => `${address}  ${connections} connections, the oldest since ${since}`,
  )
  throw new Error(
    [
      `Nodes of ${releases} are connected:`,
      ...nodes,
      ...(refused ? [`Refused until they have stopped: ${refused}.`] : []),
    ].join('\n'),
  )
}

/** @throws Error while nodes of 0.1 are connected. */
async function enable(db: Database): Promise<string> {
  const refused = 'Changes of a stay that make or replace a payment, and money received elsewhere'
  await refuseOlderNodes(db, '0.1', [], refused)
  await enableRelease(db)
  return 'No node of 0.1 is connected, and everything of 0.2 is enabled. Do not go back to 0.1 from here.'
}

/** @throws Error while nodes of 0.1 or 0.2 are connected. */
async function enableNext(db: Database): Promise<string> {
  await refuseOlderNodes(db, '0.2 or before', ['sejour-0.2.%'], 'Prices of stays of channels')
  const above = await enableStays(db)
  return `No node of 0.2 is connected. Stays of channels that arrive after today owe what the property collects. Do not go back to 0.2 from here.${above}`
}

/** @throws Error while nodes of 0.1, 0.2 or 0.3 are connected. */
async function enableLast(db: Database): Promise<string> {
  await refuseOlderNodes(db, '0.3 or before', ['sejour-0.2.%', 'sejour-0.3.%'])
  const above = await enableStays(db)
  await retireTriggers(db)
  return `No node of 0.3 is connected, and the triggers that it needs are gone. Do not go back to 0.3 from here.${above}`
}

/** Enables all of 0.3. Returns a line about stays that ask for more than their price. */
async function enableStays(db: Database): Promise<string> {
  // It alone can be refused, so it comes first.
  await widenKeys(db, console.error)
  await enableRelease(db)
  await enableCollecting(db)
  const { above } = await queries.states.fillSums(db, {})
  return above === 0 ? '' : `\nStays that ask for more than their price: ${above}. They are lowered within the hour.`
}

/** A database without a beat for this many seconds has no node. */
const SILENT_SECONDS = 10

/** Declares committed work lost, on a copy that no node has used yet. */
async function declareLost(db: Database): Promise<string> {
  const { beat_age_seconds } = await queries.health.countLosses(db, {})
  if (beat_age_seconds < SILENT_SECONDS)
    throw new Error(
      'A node uses this database, so nothing is changed. The command is for a copied data folder or a snapshot, before its first node starts.',
    )
  await new DatabaseHeartbeat(db, console).declare()
  return 'Numbers go on above those that can have been given out, and nodes ask the payment provider what has happened since.'
}

async function grant(db: Database, [, email, wanted]: [string, string, z.infer<typeof role>]): Promise<string> {
  const account = await transaction(db, async (tx) => {
    const granted = await queries.auth.grantRole(tx, { email, role: wanted })
    // Events of all homes go to no address of people who have left.
    if (granted && !STAFF.includes(granted.role))
      await queries.webhookEndpoints.pauseOfStaff(tx, { user_id: granted.id })
    return granted
  })
  if (!account) throw new Error(`No account with the address ${email}.`)
  return `${account.email} is now ${account.role}.`
}

async function setTax(db: Database, { city, tax }: { city: string; tax: TouristTax }): Promise<string> {
  const set = { ...tax, city_id: city, operator: userInfo().username }
  const changed = await transaction(db, (tx) => queries.places.setTouristTax(tx, set))
  if (!changed) throw new Error(`No city with the GeoNames id ${city}.`)
  return `The tourist tax of ${changed.name} is set.`
}

async function addNeighborhoods(db: Database, [, city, file]: [string, string, string]): Promise<string> {
  const { name, count } = await importNeighborhoods(db, city, await readFile(file, 'utf8'))
  return `${name} has these ${count} neighborhoods now.`
}

async function showDeadLetters(db: Database): Promise<string> {
  const letters = await queries.jobs.listDeadLetters(db, {})
  if (letters.length === 0) return 'No job has failed for good.'
  return letters.map(({ failed_at, queue, id, error }) => `${failed_at}  ${queue}  ${id}  ${error ?? ''}`).join('\n')
}

async function run(work: (db: Database) => Promise<string>): Promise<string> {
  const { databaseUrl, databaseCa, dataDir } = loadDatabaseConfig(process.env)
  const { url, stop } = databaseUrl === undefined ? await privateDatabase(dataDir) : { url: databaseUrl }
  if (await sharedSessionsOf(url, databaseCa))
    throw new Error(
      'DATABASE_URL leads through a pooler in transaction mode: set DATABASE_DIRECT_URL to PostgreSQL itself.',
    )
  const db = connect(url, { max: 4, applicationName: 'sejour-admin', ca: databaseCa })
  try {
    return await work(db)
  } finally {
    await db.end()
    await stop?.()
  }
}

/**
 * The embedded database: the running one, or one that is started for this command. A command is for a service that exists:
 * where there is none, something was forgotten, and an empty database would hide that.
 */
async function privateDatabase(dataDir: string): Promise<{ url: string; stop?: () => Promise<void> }> {
  const { hasCluster, runningUrl, startEmbedded } = await import('../dev/postgres/embedded.ts')
  const folder = path.join(dataDir, 'postgres')
  const running = runningUrl(folder)
  if (running !== undefined) return { url: running }
  if (!hasCluster(folder))
    throw new Error(`No database in ${folder}: set DATABASE_URL, or DATA_DIR to the folder of the service.`)
  const started = await startEmbedded({ folder })
  return { url: started.url(), stop: started.stop }
}

const args = process.argv.slice(2)
const work = COMMANDS.map(({ prepare }) => prepare(args)).find((prepared) => prepared !== undefined)
if (!work) {
  const [word = ''] = args
  const near = COMMANDS.filter(({ usage }) => usage.split(' ')[0] === word)
  // The one that fits furthest is what was meant.
  const [problem] = near.map(({ problemIn }) => problemIn(args)).toSorted((one, other) => other.index - one.index)
  if (problem) console.error(`Not understood: ${problem.text}`)
  else if (word !== '') console.error(`There is no command ${word}.`)
  const shown = near.length > 0 ? near : COMMANDS
  console.error(`Usage:\n${shown.map(({ usage }) => `  npm run admin -- ${usage}`).join('\n')}`)
  process.exit(2)
}
try {
  console.log(await run(work))
} catch (error) {
  const isAway = isUnreachable(error) || databaseError(error) !== undefined
  console.error(isAway || !(error instanceof Error) ? explain(error) : error.message)
  process.exit(1)
}
