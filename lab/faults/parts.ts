import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { launchPrefix, type SystemUser, unprivilegedUser } from '../../src/dev/postgres/privileges.ts'

/** The programs of a run: each is a process of an ordinary user that can be stopped, killed and started again. */

export interface Command {
  name: string
  file: string
  args: string[]
  cwd: string
  env: Record<string, string>
  /** File that its output is appended to. */
  log: string
  /** Wrapper that runs it elsewhere, such as `ip netns exec …`. */
  within?: string[]
  /** Started again when it ends by itself, as deploy/systemd does. */
  restarts?: boolean
}

export interface Part {
  readonly name: string
  readonly pid: number
  readonly isRunning: boolean
  start(): void
  /** To the process and those that it has started. */
  signal(signal: NodeJS.Signals): void
  /** Ends it, and waits for that. */
  end(signal?: NodeJS.Signals): Promise<void>
}

const RESTART_MS = 1_000

const alive = new Set<ChildProcess>()

function send(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** However a run ends, nothing of it goes on. */
process.on('exit', () => {
  for (const child of alive) send(child, 'SIGKILL')
})

export function definePart(command: Command): Part {
  const { name, file, args, cwd, env, log, within = [], restarts = false } = command
  const drop = asUser(file)
  let child: ChildProcess | undefined
  let isWanted = false

  function launch(): void {
    // A library that is loaded first belongs to the program, and not to what changes the user before.
    const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`)
    const [first = '', ...rest] = [...within, ...drop, 'env', ...variables, file, ...args]
    const output = openSync(log, 'a')
    const started = spawn(first, rest, {
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: cwd, LANG: 'C.UTF-8' },
      stdio: ['ignore', output, output],
      // A group of its own, which is signalled as a whole.
      detached: true,
    })
    child = started
    alive.add(started)
    started.once('exit', () => {
      alive.delete(started)
      if (restarts && isWanted) setTimeout(() => isWanted && child === started && launch(), RESTART_MS)
    })
    started.once('error', (error) => console.error(`${name}: ${error.message}`))
  }

  return {
    name,
    get pid() {
      return child?.pid ?? 0
    },
    get isRunning() {
      return child !== undefined && child.exitCode === null && child.signalCode === null
    },
    start() {
      isWanted = true
      launch()
    },
    signal(signal) {
      if (child) send(child, signal)
    },
    async end(signal = 'SIGTERM') {
      isWanted = false
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      send(child, signal)
      send(child, 'SIGCONT')
      await ended
    },
  }
}

/** Turns a command into one of the ordinary user, who must reach its file; empty if this process is theirs. */
export function asUser(file: string): string[] {
  const user = unprivilegedUser()
  return user ? dropTo(user, file) : []
}

function dropTo(user: SystemUser, file: string): string[] {
  const prefix = launchPrefix(user, [file])
  return prefix.length > 0 ? prefix : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
}

/** The processes that a process has started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Counts the open files and sockets of a process. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Sets how many files and sockets a process may have open. */
export const limitFiles = (pid: number, files: number): void => limit(pid, `--nofile=${files}:`)

/** Limits a process to the memory it has: what it asks for is refused. */
export function limitMemory(pid: number): void {
  const kilobytes = Number(/^VmSize:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  limit(pid, `--as=${kilobytes * 1024}:`)
}

export const unlimitMemory = (pid: number): void => limit(pid, '--as=unlimited:')

/** Sets a soft limit as the process's own user, who may do so without being root. */
function limit(pid: number, resource: string): void {
  const [first = '', ...rest] = [...asUser('/usr'), 'prlimit', '--pid', String(pid), resource]
  execFileSync(first, rest)
}
