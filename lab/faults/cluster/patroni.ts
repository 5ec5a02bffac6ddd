import { z } from 'zod'
import { send } from '../client.ts'
import type { Machine } from './network.ts'

/** State of the cluster by Patroni's HTTP API. */

const cluster = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      host: z.string().optional(),
      timeline: z.number().optional(),
    }),
  ),
})

export type Member = z.infer<typeof cluster>['members'][number]

/** The members as any of them knows it; none, when nobody answers. */
export async function membersOf(machines: Machine[]): Promise<Member[]> {
  for (const { address } of machines) {
    const answer = await send(`http://${address}:8008/cluster`, { timeoutMs: 2_000 }).catch(() => undefined)
    const parsed = cluster.safeParse(answer?.body)
    if (parsed.success && parsed.data.members.some(({ role }) => role === 'leader')) return parsed.data.members
  }
  return []
}

async function isPrimary({ address }: Machine, timeoutMs: number): Promise<boolean> {
  const answer = await send(`http://${address}:8008/primary`, { timeoutMs }).catch(() => undefined)
  return answer?.status === 200
}

/** The machine of the primary. */
export async function primaryOf(machines: Machine[]): Promise<Machine | undefined> {
  for (const machine of machines) if (await isPrimary(machine, 2_000)) return machine
  return undefined
}

/** All that say within a moment that they are the primary. */
export async function primariesOf(machines: Machine[]): Promise<Machine[]> {
  const answers = await Promise.all(machines.map((machine) => isPrimary(machine, 1_000)))
  return machines.filter((_, index) => answers[index])
}

const RUNNING = new Set(['running', 'streaming'])

/**
 * True if there is a primary, and its standbys follow it. Where replication is synchronous, one of them confirms what it writes.
 * A member that has to be rewound first runs too, with the timeline that it was left on.
 */
export async function isWhole(machines: Machine[], isSynchronous: boolean): Promise<boolean> {
  const members = await membersOf(machines)
  return (
    members.length === machines.length &&
    members.every(({ state, timeline }) => RUNNING.has(state) && timeline === members[0]?.timeline) &&
    (!isSynchronous || members.some(({ role }) => role === 'sync_standby'))
  )
}

/** Hands the primary's work to another member. */
export async function switchover(machines: Machine[]): Promise<string> {
  const members = await membersOf(machines)
  const leader = members.find(({ role }) => role === 'leader')
  const candidate = members.find(({ role }) => role === 'sync_standby') ?? members.find(({ role }) => role !== 'leader')
  const machine = machines.find(({ name }) => name === leader?.name)
  if (!leader || !candidate || !machine) throw new Error('no switchover without a primary and a standby')
  await send(`http://${machine.address}:8008/switchover`, {
    method: 'POST',
    body: { leader: leader.name, candidate: candidate.name },
    timeoutMs: 60_000,
  })
  return `${leader.name} to ${candidate.name}`
}
