import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** Programs of the cluster, by the packages of Debian that have it. */
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgresql: '/usr/lib/postgresql/*/bin/postgres',
  iproute2: '/usr/sbin/ip',
  iptables: '/usr/sbin/iptables',
  openssl: '/usr/bin/openssl',
  faketime: '/usr/lib/*/faketime/libfaketimeMT.so.1',
}

const missing = (): string[] =>
  Object.entries(PROGRAMS).flatMap(([name, file]) => (globSync(file).length === 0 ? [name] : []))

/** The folder of PostgreSQL's programs; or why there can be no cluster here. Installs what is missing. */
export function preparePrograms(): { postgres: string } | { reason: string } {
  if (process.getuid?.() !== 0) return { reason: 'a cluster needs root' }
  if (missing().length > 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      execFileSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    try {
      apt('update', '-qq')
      // Debian would start a cluster of its own beside ours.
      apt('install', '-y', '-qq', '--no-install-recommends', ...missing())
    } catch {
      // Packages that could not be installed are named below.
    }
  }
  const left = missing().filter((name) => name !== 'faketime')
  if (left.length > 0) return { reason: `not installed: ${left.join(', ')}` }
  const postgres = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? ''
  try {
    execFileSync('ip', ['netns', 'add', 'sf-probe'], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'del', 'sf-probe'], { stdio: 'ignore' })
  } catch {
    return { reason: 'network namespaces are not allowed here' }
  }
  return { postgres }
}
