import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { AppError } from '../../platform/http/errors.ts'
import type { ServerConfig } from '../../platform/plugins/config.ts'
import { isAllowedOrigin } from '../../platform/plugins/security.ts'
import type { RealtimeConfig } from './config.ts'
import type { Hub } from './hub.ts'
import { addressKey, Counter } from './limits.ts'
import { CODES, protocolVersion } from './protocol.ts'

/** Sockets of an address beyond its limit that get the reason of their refusal; what comes on top is refused unanswered. */
const REFUSED_SOCKETS = 100

/** Sockets that are let in before other work of the event loop has its turn. */
const AT_ONCE = 4
/** Longest wait of a socket because others still arrive. */
const LONGEST_WAIT_MS = 5_000

export interface Refusal {
  code: number
  message: string
}

/** Decides which sockets are served, and counts all that are open, refused ones too. */
export class Gate {
  readonly #config: ServerConfig & RealtimeConfig
  readonly #hub: Hub
  readonly #perAddress = new Counter()
  readonly #waiting = new Counter()
  readonly #admission = new Admission()
  #open = 0
  #whenEmpty: (() => void)[] = []

  constructor(config: ServerConfig & RealtimeConfig, hub: Hub) {
    this.#config = config
    this.#hub = hub
  }

  /**
   * Resolves when it is the turn of a socket.
   * @throws AppError 429 when its address has, or waits for, so many, refused ones among them, that it does not even get one more to
   * be refused.
   */
  async enter(ip: string): Promise<void> {
    const key = addressKey(ip)
    // Before, because who floods must not keep others waiting, also by leaving at once; and after, because others came first.
    this.#refuseFlood(key)
    this.#waiting.add(key, 1)
    try {
      await this.#admission.turn()
    } finally {
      this.#waiting.add(key, -1)
    }
    this.#refuseFlood(key)
  }

  #refuseFlood(key: string): void {
    const most = this.#config.realtime.limits.socketsPerAddress + REFUSED_SOCKETS
    if (this.#perAddress.of(key) + this.#waiting.of(key) >= most) throw new AppError('tooManyRequests')
  }

  /** Counts a socket until its connection has ended. Its address must not keep the request alive. */
  count(socket: WebSocket, ip: string): void {
    const key = addressKey(ip)
    this.#open++
    this.#perAddress.add(key, 1)
    socket.on('close', () => {
      this.#open--
      this.#perAddress.add(key, -1)
      if (this.#open === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve()
    })
  }

  /** Resolves when the last connection has ended. */
  async emptied(): Promise<void> {
    if (this.#open > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve))
  }

  /** Why a socket is not served; undefined: it is. */
  refusal({ ip, headers, params, query }: SocketRequest, isStopping: boolean): Refusal | undefined {
    const { realtime } = this.#config
    const { socketsPerAddress, sockets } = realtime.limits
    const protocol = query.protocol
    if (isStopping) return { code: CODES.reconnect, message: 'Server is shutting down' }
    if (params.key !== realtime.key) return { code: CODES.unknownKey, message: 'Unknown application key' }
    if (protocol === undefined) return { code: CODES.noProtocol, message: 'No protocol version given' }
    if (protocolVersion(protocol) === undefined)
      return { code: CODES.unsupportedProtocol, message: 'Unsupported protocol version' }
    if (headers.origin !== undefined && !isAllowedOrigin(this.#config, headers.origin))
      return { code: CODES.unauthorized, message: 'Origin not allowed' }
    if (this.#perAddress.of(addressKey(ip)) >= socketsPerAddress)
      return { code: CODES.overCapacity, message: 'Too many connections of this address' }
    return this.#hub.size >= sockets ? { code: CODES.overCapacity, message: 'Too many connections' } : undefined
  }
}

type SocketRequest = FastifyRequest<{ Params: { key: string }; Querystring: { protocol?: string } }>

/**
 * Lets sockets in a few at a time. The event loop accepts one connection each time it turns, so when a node has died and thousands
 * come at once, turns must be short until all are accepted: among them are other people's requests. What sockets do once they are
 * in, such as asking for signatures, then comes a few at a time too.
 */
export class Admission {
  #waiting: { since: number; enter: () => void }[] = []
  #next = 0
  #isRunning = false
  #hasArrived = false

  /** Resolves when it is the turn of a socket. */
  async turn(): Promise<void> {
    this.#hasArrived = true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ since: performance.now(), enter: resolve })
    if (!this.#isRunning) this.#schedule()
    await promise
  }

  #schedule(): void {
    this.#isRunning = true
    setImmediate(() => this.#letIn())
  }

  #letIn(): void {
    const first = this.#waiting[this.#next]
    if (first !== undefined && this.#hasArrived && performance.now() - first.since < LONGEST_WAIT_MS) {
      this.#hasArrived = false
      this.#schedule()
      return
    }
    for (const { enter } of this.#waiting.slice(this.#next, this.#next + AT_ONCE)) enter()
    this.#next += AT_ONCE
    if (this.#next < this.#waiting.length) {
      this.#schedule()
      return
    }
    this.#waiting = []
    this.#next = 0
    this.#isRunning = false
  }
}
