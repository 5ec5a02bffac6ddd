import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { connect, databaseError } from './db/client.ts'
import { migrateAlone } from './db/migrate.ts'
import { ACCOUNTS, DEMO_PASSWORD } from './dev/demo/data.ts'
import { type EmbeddedPostgres, startEmbedded } from './dev/postgres/embedded.ts'
import { lockFolder } from './dev/postgres/folder-lock.ts'
import { loadPlaces } from './places/load.ts'

/** How long a stop may take before what still runs is abandoned. */
const STOP_TIMEOUT_MS = 25_000

const PARENT_CHECK_MS = 500

type Release = () => Promise<void> | void

/** Started parts in order; they are stopped in the opposite one. */
const releases: Release[] = []

async function start(): Promise<void> {
  const config = loadConfig(process.env)
  if (config.databaseUrl === undefined) {
    const unlock = lockFolder(config.dataDir)
    releases.push(unlock)
  }
  const embedded = config.databaseUrl === undefined ? await startDatabase(config) : undefined
  const databaseUrl = config.databaseUrl ?? embedded?.url() ?? ''
  await migrateAlone(databaseUrl)
  const db = connect(databaseUrl, { max: config.databasePool })
  releases.push(() => db.end({ timeout: 5 }))
  await loadPlaces(db)

  const app: FastifyInstance = await buildApp({
    config,
    db,
    stripeUrl:
      config.stripe.apiUrl ?? (config.production ? undefined : await startPayments(config, () => app.publicUrl)),
  })
  releases.push(() => app.close())
  await app.ready()
  if (config.demoData && embedded) await (await import('./dev/demo/seed.ts')).seedDemo(app)
  await app.listen({ port: config.port, host: config.host })
  if (!config.production) greet(app, embedded !== undefined)
}

async function startDatabase(config: Config): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ folder: path.join(config.dataDir, 'postgres') })
  releases.push(() => embedded.stop())
  return embedded
}

/** The payment stand-in beside the service; its code is never loaded in production. */
async function startPayments(config: Config, serviceUrl: () => string): Promise<string> {
  const { startStandin } = await import('./dev/stripe/server.ts')
  const options = {
    ...config.stripe,
    webhookUrl: () => `${serviceUrl()}/api/v1/stripe/webhook`,
    file: path.join(config.dataDir, 'stripe-standin.json'),
  }
  const port = config.port === 0 ? 0 : config.port + 1
  const standin = await startStandin(options, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return startStandin(options)
    throw error
  })
  releases.push(() => standin.close())
  return standin.url
}

function greet(app: FastifyInstance, withDemo: boolean): void {
  const lines = [
    ['API', `${app.publicUrl}/api/v1`],
    ['Docs', `${app.publicUrl}/docs`],
    ...(app.mailbox ? [['Mailbox', `${app.publicUrl}/dev/mailbox`]] : []),
    ...(withDemo && app.config.demoData
      ? Object.entries(ACCOUNTS).map(([role, { email }]) => [
          role === 'guest' ? 'Demo guest' : `Demo ${role}`,
          `${email} / ${DEMO_PASSWORD}`,
        ])
      : []),
  ]
  const table = lines.map(([name = '', value = '']) => `  ${name.padEnd(13)}${value}`).join('\n')
  console.log(
    `\nSéjour is ready.\n\n${table}\n\n  Stop with Ctrl-C; the data stays in ${path.relative(process.cwd(), app.config.dataDir) || '.'}.\n`,
  )
}

let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(exitCode || 1), STOP_TIMEOUT_MS).unref()
  for (const release of releases.reverse()) {
    await Promise.resolve(release()).catch((error: unknown) => {
      console.error('While stopping:', error)
    })
  }
  process.exit(exitCode)
}

/** One line for what an operator can mend; a stack for what only a developer can. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is already in use: stop what runs there, or set PORT to another one.`
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES')
    return `Cannot listen on ${address}:${port} (${code}): check HOST and PORT.`
  if (databaseError(error) || (error instanceof Error && error.message.startsWith('Migration failed'))) {
    return `Cannot use the database: ${(error as Error).message.split('\n').join(' ')}. Check DATABASE_URL.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** npm's shell takes a SIGTERM for itself and leaves us without a parent: that is our signal to stop. */
function stopWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, PARENT_CHECK_MS).unref()
}

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
start().catch(async (error: unknown) => {
  console.error(explain(error))
  await stop(1)
})
