import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { giveAway, type makeCertificates, makeFolder } from '../../deploy/play/machine.ts'
import { root } from '../nodes.ts'
import { definePart, type Part } from '../parts.ts'
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

export function defineMember(
  machine: Machine,
  network: Network,
  folder: string,
  certificates: ReturnType<typeof makeCertificates>,
  values: ClusterValues,
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
  const own = { ...values, NAME: name, ADDRESS: address, CERTIFICATE: cert, KEY: key }
  const etcdFile = fill('etcd.yml', place('etcd.yml'), { ...own, FOLDER: place('etcd') })
  const patroniFile = fill('patroni.yml', place('patroni.yml'), { ...own, FOLDER: path.join(disk, 'data') })
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
    env: {},
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

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
