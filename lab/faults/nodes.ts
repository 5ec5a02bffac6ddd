import { globSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { environmentOf } from '../play/production.ts'
import { send } from './client.ts'
import { type Command, definePart, type Part } from './parts.ts'

/** A node of the service, with the settings of production. */
export interface ServiceNode {
  part: Part
  /** Address where it listens. */
  url: string
  /** Sets its clock forward or back, as libfaketime writes it, e.g. `+10m`; without libfaketime (`hasClocks`) nothing happens. */
  turnClock(offset: string): void
}

export const root = path.resolve(import.meta.dirname, '../..')
const FAKETIME = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/** The environment of a program whose clock a file changes. */
export function clockIn(file: string): Record<string, string> {
  if (FAKETIME === undefined) return {}
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

export const hasClocks = FAKETIME !== undefined

export interface NodeOptions {
  index: number
  host: string
  port: number
  /** A folder of its own, which its user may write. */
  folder: string
  providerUrl: string
  smtpUrl: string
  /** The address that clients use. */
  publicUrl: string
  /** Folder of the files of all nodes. */
  files: string
  /** Address of its database, and other settings of its own. */
  env: Record<string, string>
  within?: string[]
}

export function defineNode(options: NodeOptions): ServiceNode {
  const { index, host, port, folder, providerUrl, smtpUrl, publicUrl, files, env, within } = options
  const clock = path.join(folder, 'clock')
  writeFileSync(clock, '+0')
  const command: Command = {
    name: `node ${index}`,
    file: process.execPath,
    args: [path.join(root, 'src/start.js')],
    cwd: root,
    restarts: true,
    log: path.join(folder, 'log'),
    ...(within && { within }),
    env: {
      ...environmentOf({ origin: publicUrl, files, providerUrl, smtpUrl }),
      HOST: host,
      PORT: String(port),
      // Mails lead to their reservations then, so that those of two of them are not alike.
      FRONTEND_URL: publicUrl,
      DATA_DIR: folder,
      TRUST_PROXY: 'loopback,uniquelocal',
      SHUTDOWN_DELAY_SECONDS: '1',
      ...UNLIMITED,
      ...clockIn(clock),
      ...env,
    },
  }
  return {
    part: definePart(command),
    url: `http://${host}:${port}`,
    turnClock: (offset) => writeFileSync(clock, offset),
  }
}

/** The load is no single client: what protects from one is in its way, more than with the few guests of a play. */
const UNLIMITED = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  CHANNEL_EVENTS_PER_MINUTE: '100000',
  REGISTRATIONS_PER_DAY: '10000',
}

/** True if a node does everything. */
export const isWritable = async ({ url }: { url: string }): Promise<boolean> =>
  (await send(`${url}/health/writable`).catch(() => undefined))?.status === 200
