import packageJson from '../../../package.json' with { type: 'json' }
import { proveChannel } from './channel.ts'
import type { Given } from './given.ts'
import { proveDatabase, proveMail, provePush, proveSignIn, proveStorage } from './services.ts'
import { type Part, Proof, type Step } from './steps.ts'
import { proveStripe } from './stripe.ts'

const PROVES: Record<Part, (proof: Proof, given: Given) => Promise<void>> = {
  stripe: proveStripe,
  channel: proveChannel,
  mail: proveMail,
  storage: proveStorage,
  'sign-in': proveSignIn,
  push: provePush,
  database: proveDatabase,
}

/** A report that can be sent to others. */
export interface Report {
  sejour: string
  node: string
  system: string
  at: string
  steps: Step[]
}

/** A password of a URL, as servers repeat it. Pure. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}

/** Secrets and addresses of an installation, which no report has. Pure. */
function secretsOf({ config, to, property, url, databaseUrl }: Given): string[] {
  const { stripe, mail, realtime, channelManager, oauthClients, storage, storageCredentials, publicUrl } = config
  const { readUrl, directUrl } = config.databaseWays
  const bucket = storage.kind === 's3' ? [storage.bucket, storage.endpoint] : []
  const urls = [databaseUrl, config.databaseUrl, readUrl, directUrl, mail.smtpUrl, ...config.databaseReplicas.urls]
  const parts = [...urls, ...bucket].flatMap((one) => {
    const parsed = one === undefined ? null : URL.parse(one)
    return parsed ? [one, parsed.password, decoded(parsed.password), parsed.username, parsed.hostname] : [one]
  })
  const clients = Object.values(oauthClients).flatMap(({ id, secret }) => [id, secret])
  const credentials = Object.values(storageCredentials)
  const own = [stripe.secretKey, stripe.webhookSecret, realtime.secret, channelManager?.key, to, property, url]
  const hosts = [publicUrl, channelManager?.url].map((one) => (one === undefined ? one : URL.parse(one)?.host))
  return [...own, ...parts, ...clients, ...credentials, ...hosts].filter(
    (one): one is string => one !== undefined && one !== '',
  )
}

/** Says a step in one line. Pure. */
export const lineOf = ({ part, step, expected, came, ok, ms }: Step): string =>
  ok === null
    ? `–   ${part}: ${step}: not played: ${came}`
    : `${ok ? 'ok ' : 'NO '} ${part}: ${step}: expected: ${expected}; came: ${came} (${ms} ms)`

/** Plays what the service relies on, part by part, with the clients of the service. */
export async function prove(parts: readonly Part[], given: Given, say: (line: string) => void): Promise<Report> {
  const secrets = secretsOf(given)
  const steps: Step[] = []
  for (const part of parts) {
    const proof = new Proof(part, secrets, (step) => say(lineOf(step)))
    await proof.play((one) => PROVES[part](one, given))
    steps.push(...proof.steps)
  }
  const { version, platform, arch } = process
  return {
    sejour: packageJson.version,
    node: version,
    system: `${platform} ${arch}`,
    at: new Date().toISOString(),
    steps,
  }
}

/** True if nothing failed. Pure. */
export const isProved = ({ steps }: Report): boolean => steps.every(({ ok }) => ok !== false)
