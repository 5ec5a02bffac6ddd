import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../../platform/lib/environment.ts'

export interface SystemUser {
  uid: number
  gid: number
}

/** The account that runs PostgreSQL when this process is root, which PostgreSQL refuses; undefined for other users. */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([login]) => login === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new ConfigError(
    'PostgreSQL cannot run as root and there is no account "postgres" or "nobody": set DATABASE_URL',
  )
}

/**
 * The prefix of a command that lets it run as `user` and still reach `paths`; empty where file permissions allow that.
 * Where a parent folder is closed to the user (a checkout in /root), the command keeps the capability to enter it.
 */
export function launchPrefix(user: SystemUser | undefined, paths: string[]): string[] {
  if (!user || paths.every((target) => isReachable(path.dirname(target), user))) return []
  const prefix = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override,+dac_read_search',
    '--ambient-caps=+dac_override,+dac_read_search',
  ]
  if (spawnSync(prefix[0] as string, [...prefix.slice(1), 'true']).status === 0) return prefix
  throw new ConfigError(
    'PostgreSQL cannot run as root, and no other user can reach this folder: ' +
      'move it, start as an ordinary user, or set DATABASE_URL',
  )
}

function isReachable(folder: string, user: SystemUser): boolean {
  for (let current = folder; ; current = path.dirname(current)) {
    const { mode, uid, gid } = statOrParent(current)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (current === path.dirname(current)) return true
  }
}

/** A folder that does not exist yet will be created with suitable permissions, so only its parents matter. */
function statOrParent(folder: string): { mode: number; uid: number; gid: number } {
  return statSync(folder, { throwIfNoEntry: false }) ?? { mode: 0o777, uid: -1, gid: -1 }
}
