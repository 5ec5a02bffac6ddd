import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type makeCertificates, makeFolder } from '../../../tests/support/programs.ts'
import { giveAway } from '../../play/machine.ts'
import { root } from '../nodes.ts'
import { asUser, definePart, type Part } from '../parts.ts'
import { kill, type Machine, type Network, programOf } from './network.ts'

/** A file of deploy/ha with its names between @ filled in. @throws Error for a name that is left. */
export function fill(name: string, target: string, values: Record<string, string>): string {
  const text = readFileSync(path.join(root, 'deploy/ha', name), 'utf8').replaceAll(
    /@([A-Z0-9_]+)@/g,
    (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`${name}: nothing for @${key}@`)
      return value
    },
  )
  writeFileSync(target, text)
  return target
}

/** Room for the database of a member; what is written to it has to fit. */
const DISK = '1500m'

export interface Member {
  machine: Machine
  start(): void
  /** All that runs on the machine: kill -9, or stop, or go on. */
  signal(signal: NodeJS.Signals): void
  etcd: Part
  /** Ends Patroni, which stops its server. */
  stop(): Promise<void>
  /** The next start of Patroni finds no database. */
  setDataAside(): void
  /** True if the next cluster that this member begins is a new one, or that of the backups at a moment. */
  beginFrom(moment?: Date): void
  /** Runs a program on the machine, as the user of the database; returns what it prints. */
  run(file: string, args: string[], input?: string): Promise<string>
  /** Output of Patroni. */
  output(): string
  /** Kills the server of PostgreSQL alone. */
  killDatabase(): void
  fillDisk(isFull: boolean): void
  unmount(): void
}

export interface ClusterValues {
  ETCD: string
  ETCD_CLIENTS: string
  POSTGRES_BIN: string
  NETWORK: string
  SYNCHRONOUS: string
  SUPERUSER_PASSWORD: string
  REPLICATION_PASSWORD: string
}

/** The repository that all members share. */
export interface Backups {
  pgbackrest: string
  folder: string
}

export function defineMember(
  machine: Machine,
  network: Network,
  folder: string,
  certificates: ReturnType<typeof makeCertificates>,
  values: ClusterValues,
  backups: Backups | undefined,
): Member {
  const { name, address, within } = machine
  const place = (...parts: string[]) => path.join(folder, ...parts)
  const disk = makeFolder(place('disk'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk])
  giveAway(disk)
  const [cert, key] = [place('server.pem'), place('server.key')]
  copyFileSync(certificates.cert, cert)
  copyFileSync(certificates.key, key)
  chmodSync(key, 0o600)
  const data = path.join(disk, 'data')
  const sockets = makeFolder(place('sockets'))
  const own = {
    ...values,
    NAME: name,
    ADDRESS: address,
    CERTIFICATE: cert,
    KEY: key,
    FOLDER: data,
    SOCKETS: sockets,
    ARCHIVING: backups ? 'on' : 'off',
    PGBACKREST: backups?.pgbackrest ?? '/bin/false',
  }
  const etcdFile = fill('etcd.yml', place('etcd.yml'), { ...own, FOLDER: place('etcd') })
  const patroniFile = place('patroni.yml')
  function beginFrom(moment?: Date) {
    const target = { BOOTSTRAP: moment ? 'restore' : 'initdb', MOMENT: moment ? timestampOf(moment) : 'never' }
    fill('patroni.yml', patroniFile, { ...own, ...target })
    giveAway(patroniFile)
  }
  beginFrom()
  const env = backups ? backupEnv(backups, folder, { data, sockets }) : {}
  giveAway(folder)
  const common = { cwd: folder, within }
  const etcd = definePart({
    ...common,
    name: `etcd of ${name}`,
    file: '/usr/bin/etcd',
    args: ['--config-file', etcdFile],
    env: {},
    log: place('etcd.log'),
  })
  const patroni = definePart({
    ...common,
    name: `patroni of ${name}`,
    file: '/usr/bin/patroni',
    args: [patroniFile],
    env,
    log: place('patroni.log'),
  })
  const filler = path.join(disk, 'filler')
  return {
    machine,
    etcd,
    start() {
      if (!etcd.isRunning) etcd.start()
      if (!patroni.isRunning) patroni.start()
    },
    signal(signal) {
      for (const pid of network.processesOf(machine)) kill(pid, signal)
    },
    stop: () => patroni.end(),
    setDataAside() {
      renameSync(data, `${data}.${readdirSync(disk).length}`)
      makeFolder(data)
      chmodSync(data, 0o700)
    },
    beginFrom,
    async run(program, args, input = '') {
      const [first = '', ...rest] = [...within, ...asUser(program), program, ...args]
      const home = { PATH: process.env.PATH ?? '', HOME: folder, LANG: 'C.UTF-8', PGHOST: sockets }
      const running = promisify(execFile)(first, rest, { cwd: folder, env: { ...home, ...env } })
      running.child.stdin?.end(input)
      return (await running).stdout.trim()
    },
    output: () => readFileSync(place('patroni.log'), 'utf8'),
    killDatabase() {
      const servers = new Set(network.processesOf(machine).filter((pid) => programOf(pid) === 'postgres'))
      // The one whose parent is none of them.
      for (const pid of servers) if (!servers.has(parentOf(pid))) kill(pid, 'SIGKILL')
    },
    fillDisk(isFull) {
      if (isFull) {
        // It ends with an error when there is no room left, as it is meant to.
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
      } else execFileSync('rm', ['-f', filler])
    },
    unmount: () => void execFileSync('umount', ['-l', disk]),
  }
}

/** As PostgreSQL and pgBackRest read it. */
const timestampOf = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00')

/** Differences from deploy/ha/pgbackrest.conf where three machines share one disk. */
function backupEnv(
  { folder }: Backups,
  own: string,
  { data, sockets }: { data: string; sockets: string },
): Record<string, string> {
  const file = fill('pgbackrest.conf', path.join(own, 'pgbackrest.conf'), { PASSPHRASE: 'of the cluster' })
  return {
    PGBACKREST_CONFIG: file,
    PGBACKREST_REPO1_PATH: folder,
    PGBACKREST_LOG_PATH: makeFolder(path.join(own, 'backup-log')),
    PGBACKREST_LOCK_PATH: makeFolder(path.join(own, 'backup-lock')),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_SOCKET_PATH: sockets,
  }
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
