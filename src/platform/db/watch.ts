import type net from 'node:net'
import type { Address } from './address.ts'
import type { Servers } from './cluster/cluster.ts'
import { ConnectionError } from './errors.ts'

/** Beginning of the message that the server waits for the next statement; its last byte is IDLE outside of a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const IDLE = 0x49
/** The field of an error message that says: cannot write in a read-only transaction. Text of PostgreSQL has no NUL. */
const REFUSAL = Buffer.from('\0C25006\0')
/** Pause before the other connections are closed again: the server may stay read-only for hours. */
const PAUSE_MS = 10_000

interface State {
  /** True if the last answer left it outside of a transaction. */
  isIdle: boolean
  givenUp: boolean
}

/** `owes` is of our patch of the driver (patches/), which sets it when the connection is open: whether the server owes an answer. */
type Socket = net.Socket & { owes?: () => boolean }

const owesOf = (socket: Socket): boolean => socket.owes?.() ?? true

/** Watches the connections of a pool for dead and read-only ones, which the driver does not report. */
export class ConnectionWatch {
  readonly #states = new Map<Socket, State>()
  readonly #silenceMs: number | undefined
  readonly #isForWrites: boolean
  readonly #hosts: Servers
  #pausedUntil = 0

  /** @param silenceMs how long a server may owe an answer; undefined: for ever. */
  constructor(silenceMs: number | undefined, isForWrites: boolean, hosts: Servers) {
    this.#silenceMs = silenceMs
    this.#isForWrites = isForWrites
    this.#hosts = hosts
  }

  add(socket: Socket, address: Address): void {
    const state: State = { isIdle: false, givenUp: false }
    this.#states.set(socket, state)
    this.#hosts.add(socket, address, () => owesOf(socket))
    socket.once('close', () => this.#states.delete(socket))
    if (this.#silenceMs !== undefined) endSilence(socket, this.#silenceMs)
    let end: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      // Only the ends are copied: what is looked for may be cut in two by the border of two chunks.
      const seam = Buffer.concat([end, chunk.subarray(0, REFUSAL.length)])
      end = Buffer.concat([end, chunk.subarray(-REFUSAL.length)]).subarray(-REFUSAL.length)
      if (end.subarray(-READY.length - 1, -1).equals(READY)) state.isIdle = end.at(-1) === IDLE
      if (this.#isForWrites && (chunk.includes(REFUSAL) || seam.includes(REFUSAL))) this.#giveUp(state)
      closeLater(socket, state)
    })
  }

  /**
   * A server that refuses to write has become a standby or was made read-only. All connections to it are closed as soon as
   * they are idle, and the pool opens new ones, which may lead to another server. Where the address has several, all are asked
   * which of them writes, and connections for reads move with the others.
   */
  #giveUp(refused: State): void {
    refused.givenUp = true
    if (performance.now() < this.#pausedUntil) return
    this.#pausedUntil = performance.now() + PAUSE_MS
    void this.#hosts.doubt()
    for (const [socket, state] of this.#states) {
      state.givenUp = true
      closeLater(socket, state)
    }
  }
}

/** Closes a discarded connection when it is idle, after the driver has read the answer. */
function closeLater(socket: Socket, state: State): void {
  if (!state.givenUp) return
  setImmediate(() => {
    if (state.isIdle && !owesOf(socket)) socket.destroy()
  })
}

/**
 * Closes a connection on which an answer is due and nothing has arrived for `silenceMs`: its server has stopped, or is no
 * longer there. The statement fails then, instead of waiting for hours, and its transaction can no longer commit.
 */
function endSilence(socket: Socket, silenceMs: number): void {
  socket.setTimeout(silenceMs)
  socket.on('timeout', () => {
    if (!owesOf(socket)) return
    socket.destroy(new ConnectionError('CONNECTION_SILENT', `The database has not answered for ${silenceMs} ms`))
  })
}
