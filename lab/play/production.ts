import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { fetch } from 'undici'
import { makeFolder, type Running, start } from '../../tests/support/programs.ts'
import { giveAway, run, until } from './machine.ts'

/** The service as the guide installs and runs it, in a folder of the play. */

const root = path.resolve(import.meta.dirname, '../..')
export const SECRETS = { secretKey: 'sk_test_of_the_play', webhookSecret: 'whsec_of_the_play' }

export interface Place {
  home: string
  folder(name: string): string
  /** A Node that the ordinary user can run. */
  node: string
}

export function makePlace(): Place {
  const home = makeFolder(mkdtempSync(path.join(tmpdir(), 'sejour-play-')))
  const folder = (name: string) => makeFolder(path.join(home, name))
  const node = path.join(folder('bin'), 'node')
  copyFileSync(process.execPath, node)
  // Packages that were fetched before on this machine are not fetched again.
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  if (existsSync(cache)) {
    cpSync(cache, path.join(home, '.npm'), { recursive: true })
    giveAway(path.join(home, '.npm'))
  }
  return { home, folder, node }
}

/** The environment of npm for an ordinary user, who trusts the registries that this machine trusts. */
export function npmOf({ home }: Place): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS } = process.env
  return { HOME: home, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) }
}

/** A copy of a commit with what production needs, as the guide says. Returns its folder. */
export async function install(place: Place, name: string, commit: string): Promise<string> {
  const { home } = place
  const checkout = path.join(home, name)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: home, stdio: 'ignore' })
  git('clone', '--quiet', root, checkout)
  git('-C', checkout, 'checkout', '--quiet', commit)
  giveAway(checkout)
  for (const step of [
    ['ci', '--prefer-offline'],
    // Releases before 0.4.0 make theirs at the first start.
    ['run', 'build', '--if-present'],
    ['prune', '--omit=dev'],
  ])
    await run('npm', step, { cwd: checkout, env: npmOf(place) })
  return checkout
}

/** A mail server that keeps every mail as it was received. */
export async function startMailServer(): Promise<{ url: string; mails: string[]; close(): Promise<void> }> {
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      mails.push((await stream.toArray()).join(''))
      done()
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise((resolve) => smtp.close(resolve)) }
}

interface Surroundings {
  origin: string
  files: string
  providerUrl: string
  smtpUrl: string
}

/** The variables of a node but its database, with limits that the few guests of a play do not meet. */
export const environmentOf = ({ origin, files, providerUrl, smtpUrl }: Surroundings) => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: origin,
  TRUST_PROXY: '1',
  STORAGE_URL: `file://${files}`,
  JWT_SECRET: 'of the play, thirty-two characters and more',
  REALTIME_APP_SECRET: 'of the play',
  STRIPE_SECRET_KEY: SECRETS.secretKey,
  STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
  STRIPE_API_URL: providerUrl,
  SMTP_URL: smtpUrl,
  SHUTDOWN_DELAY_SECONDS: '2',
  HOLDS_PER_GUEST: '100000',
  RESERVATIONS_PER_DAY: '100000000',
  QUOTES_PER_DAY: '100000000',
  RATE_LIMIT_PER_MINUTE: '1000000',
})

/** A node on its port, when it is ready. */
export async function startNode(
  { node }: Place,
  checkout: string,
  env: Record<string, string> & { PORT: string },
): Promise<Running> {
  const entry = existsSync(path.join(checkout, 'src/start.js')) ? 'src/start.js' : 'src/main.ts'
  const started = start(node, [entry], { cwd: checkout, env })
  await until(`a node is ready`, async () => {
    if (started.child.exitCode !== null) throw new Error(started.output())
    return (await fetch(`http://127.0.0.1:${env.PORT}/health/ready`)).status === 200
  }).catch((cause: unknown) => {
    throw new Error(`node on port ${env.PORT}: ${started.output()}`, { cause })
  })
  return started
}
