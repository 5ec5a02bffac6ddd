import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unprivilegedUser } from '../../src/dev/postgres/privileges.ts'

/** Programs of this machine and their processes. Everything runs as an ordinary user. */

export const user = unprivilegedUser()
export const identity = user ? { uid: user.uid, gid: user.gid } : {}

/** Paths of programs; for PostgreSQL the folder. */
const PROGRAMS = {
  postgres: '/usr/lib/postgresql/*/bin',
  nginx: '/usr/{sbin,bin}/nginx',
  openssl: '/usr/{bin,local/bin}/openssl',
  pgbackrest: '/usr/{bin,local/bin}/pgbackrest',
  jq: '/usr/{bin,local/bin}/jq',
}
export type Program = keyof typeof PROGRAMS

/** Path of a program, or an empty text. */
export const programOf = (name: Program): string => globSync(PROGRAMS[name]).toSorted().at(-1) ?? ''

/** Makes a folder that belongs to the ordinary user. */
export function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

type Env = Record<string, string>

/** A process in the background, with all that it prints. */
export interface Running {
  child: ChildProcess
  output(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export function start(file: string, args: string[], { cwd, env = {} }: { cwd: string; env?: Env }): Running {
  const options = { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env }, ...identity }
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exit
    },
  }
}

/** A private authority, and a certificate of it for `localhost` that the ordinary user may read. */
export function makeCertificates(folder: string): { ca: string; cert: string; key: string } {
  openssl(folder, 'req', '-x509', ...newKey('ca.key'), '-out', 'ca.pem', '-subj', '/CN=authority', '-days', '2')
  if (user) chownSync(path.join(folder, 'ca.pem'), user.uid, user.gid)
  return { ca: path.join(folder, 'ca.pem'), ...signCertificate(folder, 'server') }
}

/** A certificate for `localhost` of the authority of a folder. @param days how long it is valid; -1: it ended yesterday. */
export function signCertificate(folder: string, name: string, days = 2): { cert: string; key: string } {
  const files = { cert: path.join(folder, `${name}.pem`), key: path.join(folder, `${name}.key`) }
  openssl(folder, 'req', ...newKey(`${name}.key`), '-out', `${name}.csr`, '-subj', '/CN=localhost')
  writeFileSync(path.join(folder, 'extensions'), 'subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions', '-days', `${days}`]
  openssl(folder, 'x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signed)
  if (user) for (const file of Object.values(files)) chownSync(file, user.uid, user.gid)
  chmodSync(files.key, 0o600)
  return files
}

const openssl = (folder: string, ...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
const newKey = (key: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
