import { once } from 'node:events'
import type net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address, Addresses } from '../address.ts'
import { openBare } from '../connections.ts'
import { ConnectionError } from '../errors.ts'
import { openSocket } from '../socket.ts'
import type { Opened, Servers } from './cluster.ts'

/** Time-out of the question what all servers are. */
const ROUND_MS = 1_000
/** Wait for the others when one has said that it is the primary: there may be two, for a moment. */
const GRACE_MS = 250
/** Pause of a caller before it asks again, when none was the primary. */
const PAUSE_MS = 200
/** An answer that is owed for longer makes a server doubtful. */
const DOUBT_MS = 1_000
/** Ask the others this often although nothing is doubtful: one may have been promoted while the old primary goes on. */
const LOOK_MS = 5_000
/**
 * Absence of the present server after which one that was promoted before it is used again. What is written there may be lost: a
 * restart, or a moment without room for a connection, is waited for.
 */
const LATEST_MS = 15_000

/** The state that a server reports. */
interface Standing {
  address: Address
  standby: boolean
  read_only: boolean
  timeline: string
}

const STANDING = `
  select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only,
    case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/** Asks one server over a connection of its own. */
async function ask(address: Address, signal: AbortSignal): Promise<Standing> {
  const socket = await openSocket(address, signal)
  const sql = openBare(address.url, 'sejour-hosts', () => socket)
  try {
    const answer = sql.unsafe<Omit<Standing, 'address'>[]>(STANDING)
    const [row] = await Promise.race([answer, once(socket, 'close', { signal })])
    if (row === undefined || typeof row === 'boolean') throw new Error('has closed the connection')
    return { address, ...row }
  } finally {
    socket.destroy()
    void sql.end({ timeout: 0 })
  }
}

/**
 * The one to use, of those that have answered: of primaries the one that writes, and of two such the one that was promoted last. Pure.
 */
export function choose(
  standings: readonly Standing[],
  { all, target }: Addresses,
  current?: Address,
): Standing | undefined {
  const place = ({ address }: Standing) => (address === current ? -1 : all.indexOf(address))
  const [best] = standings
    .filter(({ standby }) => target === 'any' || !standby)
    .toSorted(
      (one, other) =>
        Number(one.read_only) - Number(other.read_only) ||
        other.timeline.localeCompare(one.timeline) ||
        place(one) - place(other),
    )
  return best
}

interface Connection {
  address: Address
  /** True if an answer is due. */
  owes(): boolean
  /** Bytes that had been heard when an answer was due at the last look. */
  heard: number | undefined
}

/**
 * The servers of a pool: which of them it uses at the moment, and its connections to them. All are asked at once, so that one that
 * hangs costs nothing. The answer holds until a connection ends, refuses to write, or owes an answer for a second, or until another server has been
 * promoted. A connection to another server than the one that is used is closed.
 */
export class Hosts implements Servers {
  readonly addresses: Addresses
  readonly #connections = new Map<net.Socket, Connection>()
  /** The present server, as it was when it was chosen. */
  #current: Standing | undefined
  #lookedAt = 0
  /** When the present server, or a later one, has answered. */
  #heardAt = 0
  #isSure = false
  #round: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #answers = ''

  constructor(addresses: Addresses) {
    this.addresses = addresses
  }

  /**
   * The server to connect to.
   * @throws ConnectionError when there is none until `signal` says that it is late; what all servers answered when the last was asked.
   */
  async find(signal: AbortSignal): Promise<Address> {
    for (;;) {
      if (!this.#isSure) await this.doubt()
      if (this.#isSure && this.#current !== undefined) return this.#current.address
      try {
        await delay(PAUSE_MS, undefined, { signal })
      } catch (cause) {
        throw new ConnectionError('CONNECTION_NO_PRIMARY', `No server of the database writes: ${this.#answers}`, {
          cause,
        })
      }
    }
  }

  /** The server in use may have gone away: a part of the time is for each attempt. */
  async open(timeoutMs: number): Promise<Opened> {
    const signal = AbortSignal.timeout(timeoutMs)
    const isOnly = this.addresses.all.length === 1
    for (;;) {
      const address = await this.find(signal)
      const share = isOnly ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs / 4)])
      try {
        return { address, socket: await openSocket(address, share) }
      } catch (error) {
        if (isOnly || signal.aborted) throw error
        await this.doubt()
      }
    }
  }

  /** Asks all servers again. */
  async doubt(): Promise<void> {
    this.#isSure = false
    await this.#askOnce(false)
  }

  /** @param isPatient whether a round that begins now waits for the servers that are slow to answer. */
  #askOnce(isPatient: boolean): Promise<void> {
    if (this.#round === undefined && isPatient) this.#lookedAt = performance.now()
    this.#round ??= this.#ask(isPatient).finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  /** Takes note of a connection. @param owes whether an answer is due on it. */
  add(socket: net.Socket, address: Address, owes: () => boolean): void {
    this.#connections.set(socket, { address, owes, heard: undefined })
    this.#timer ??= setInterval(() => this.#watch(), DOUBT_MS).unref()
    socket.once('close', () => {
      this.#connections.delete(socket)
      // A former primary may come back as a standby.
      if (address === this.#current?.address) this.#isSure = false
      if (this.#connections.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
  }

  #watch(): void {
    // Before any doubt: on an old primary that no standby confirms there may be one every second.
    const mayMove = this.addresses.target === 'primary' && this.addresses.all.length > 1
    if (mayMove && performance.now() - this.#lookedAt > LOOK_MS) void this.#askOnce(true)
    for (const [socket, connection] of this.#connections) {
      const heard = connection.owes() ? socket.bytesRead : undefined
      if (heard !== undefined && heard === connection.heard) void this.doubt()
      connection.heard = heard
    }
  }

  async #ask(isPatient: boolean): Promise<void> {
    const known = this.#current?.timeline ?? ''
    const isLatest = ({ timeline }: Standing) => this.addresses.target === 'any' || timeline >= known
    const standings: Standing[] = []
    const failures = new Map<Address, string>()
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), ROUND_MS)
    const ended = new Promise((resolve) => end.signal.addEventListener('abort', resolve))
    const asked = this.addresses.all.map(async (address) => {
      try {
        const standing = await ask(address, end.signal)
        standings.push(standing)
        // One that was promoted before the present server does not end the wait for that.
        if (!isPatient && isLatest(standing) && choose([standing], this.addresses))
          setTimeout(() => end.abort(), GRACE_MS).unref()
      } catch (error) {
        failures.set(address, error instanceof Error ? error.message : String(error))
      }
    })
    await Promise.race([Promise.all(asked), ended])
    clearTimeout(timer)
    const best = choose(standings, this.addresses, this.#current?.address)
    if (best !== undefined && isLatest(best)) this.#heardAt = performance.now()
    const found = best && (isLatest(best) || performance.now() - this.#heardAt > LATEST_MS) ? best : undefined
    // While no server is suspected, the present one may only be late with its answer.
    if (this.#isSure && (found?.timeline ?? '') <= known) return
    if (found !== undefined) return this.#use(found)
    const nameOf = ({ host, port }: Address) => `${host}:${port}`
    this.#answers = this.addresses.all
      .map((address) => {
        const standing = standings.find((each) => each.address === address)
        const said = standing && (standing.standby ? 'is a standby' : 'was promoted before the last one')
        return `${nameOf(address)} ${said ?? failures.get(address) ?? 'does not answer'}`
      })
      .join(', ')
  }

  #use(standing: Standing): void {
    this.#current = standing
    this.#isSure = true
    for (const [socket, connection] of this.#connections) {
      if (connection.address !== standing.address)
        socket.destroy(new ConnectionError('CONNECTION_MOVED', 'Another server of the database writes now'))
    }
  }
}
