import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Machines that are network namespaces on one bridge, and what can happen to the network between any two of them. */

const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

export interface Machine {
  name: string
  address: string
  /** Prefix of a command that runs on it. */
  within: string[]
}

export interface Network {
  /** The machine that everything else is on: clients, the provider, mail. */
  host: string
  range: string
  add(name: string): Machine
  /** Nothing passes between two machines, or between one and all others. Their connections stay open. */
  cut(machine: Machine, others?: Machine[]): void
  /** A part of the packets is lost. */
  lose(machine: Machine, share: number): void
  /** Few bytes a second leave. */
  slow(machine: Machine): void
  /** All is well again. */
  heal(machine: Machine): void
  processesOf(machine: Machine): number[]
  remove(): void
}

const SLOW = ['rate', '256kbit', 'burst', '16kbit', 'latency', '2s']

export function createNetwork(): Network {
  const id = process.pid % 100_000
  const prefix = `10.${100 + (id % 100)}.${Math.floor(id / 100) % 250}`
  const bridge = `sf${id}`
  const machines: Machine[] = []
  const ip = (...args: string[]) => run('ip', ...args)
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${prefix}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const inside = (machine: Machine, ...command: string[]) =>
    run(machine.within[0] ?? '', ...machine.within.slice(1), ...command)

  return {
    host: `${prefix}.1`,
    range: `${prefix}.0/24`,
    add(name) {
      const namespace = `${bridge}-${name}`
      const near = `${bridge}${name}`
      const address = `${prefix}.${11 + machines.length}`
      const machine = { name, address, within: ['ip', 'netns', 'exec', namespace] }
      machines.push(machine)
      ip('netns', 'add', namespace)
      ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
      ip('link', 'set', near, 'master', bridge, 'up')
      inside(machine, 'ip', 'link', 'set', 'lo', 'up')
      inside(machine, 'ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      inside(machine, 'ip', 'link', 'set', 'eth0', 'up')
      return machine
    },
    cut(machine, others) {
      const ends = others?.map(({ address }) => address) ?? [`${prefix}.0/24`]
      for (const end of ends) {
        inside(machine, 'iptables', '-A', 'INPUT', '-i', 'eth0', '-s', end, '-j', 'DROP')
        inside(machine, 'iptables', '-A', 'OUTPUT', '-o', 'eth0', '-d', end, '-j', 'DROP')
      }
    },
    lose(machine, share) {
      for (const chain of ['INPUT', 'OUTPUT'])
        inside(
          machine,
          'iptables',
          '-A',
          chain,
          '-m',
          'statistic',
          '--mode',
          'random',
          '--probability',
          String(share),
          '-j',
          'DROP',
        )
    },
    slow(machine) {
      inside(machine, 'tc', 'qdisc', 'add', 'dev', 'eth0', 'root', 'tbf', ...SLOW)
    },
    heal(machine) {
      inside(machine, 'iptables', '-F')
      if (inside(machine, 'tc', 'qdisc', 'show', 'dev', 'eth0').includes('tbf'))
        inside(machine, 'tc', 'qdisc', 'del', 'dev', 'eth0', 'root')
    },
    processesOf: ({ within }) =>
      ip('netns', 'pids', within.at(-1) ?? '')
        .split('\n')
        .filter(Boolean)
        .map(Number),
    remove() {
      for (const { name, within } of machines) {
        for (const pid of ip('netns', 'pids', within.at(-1) ?? '')
          .split('\n')
          .filter(Boolean))
          kill(Number(pid), 'SIGKILL')
        ip('link', 'del', `${bridge}${name}`)
        ip('netns', 'del', within.at(-1) ?? '')
      }
      ip('link', 'del', bridge)
    },
  }
}

/** Signals a process; one that has ended meanwhile is let be. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone.
  }
}

/** The name of the program that a process runs; empty when it is gone. */
export function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
