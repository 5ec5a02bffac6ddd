import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { Bucket, type RealtimeLimits } from './limits.ts'
import { answersPings, CODES, errorFrame, isToldOfClosing, type Member, serverFrame } from './protocol.ts'

/** Why a node closes a socket. */
export type DropReason =
  | 'refused'
  | 'revoked'
  | 'missed'
  | 'unjoined'
  | 'slow'
  | 'loud'
  | 'silent'
  | 'unauthorized'
  | 'stopping'

/** The connection of a peer that does not answer a close frame is cut after this long. */
export const CLOSE_TIMEOUT_MS = 2_000

/** Frames parsed from a peer after the request to close. Further frames are dropped unparsed. */
const IGNORED_FRAMES = 100

const PING = serverFrame('pusher:ping', {})

/** The owner of a connection. It is notified when the connection ends. */
export interface ConnectionOwner {
  readonly limits: RealtimeLimits
  framesOut: number
  /** The socket has been closed, for whatever reason: it leaves its channels. */
  remove(connection: Connection, reason: DropReason | undefined): void
}

export interface OpenedSocket {
  socket: WebSocket
  /** The connection below the socket. */
  tcp: Socket
  /** The version of the protocol that the client speaks. */
  version: number
}

/** One connection of a client. */
export class Connection {
  readonly id = `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`
  readonly channels = new Map<string, Member | undefined>()
  /** The users that the socket is tied to: signed in, or in a channel of theirs. */
  readonly users = new Set<string>()
  readonly frames: Bucket
  /** The user who has signed in on this socket. */
  signedInAs: string | undefined
  readonly openedAt = performance.now()
  lastHeardAt = this.openedAt
  pinged = false
  gone = false
  readonly socket: WebSocket
  /** The connection below the socket: frames are written to it as they are. */
  readonly tcp: Socket
  /** Its place in the order of this node's sockets; see `Hub.revoke`. */
  readonly serial: number
  readonly version: number
  readonly #owner: ConnectionOwner
  #ignored = 0

  constructor(owner: ConnectionOwner, { socket, tcp, version }: OpenedSocket, serial: number) {
    this.#owner = owner
    this.socket = socket
    this.tcp = tcp
    this.version = version
    this.serial = serial
    this.frames = new Bucket(owner.limits.framesPerSecond, this.lastHeardAt)
  }

  /** Notes a sign of life. */
  heard(now: number): void {
    this.lastHeardAt = now
    this.pinged = false
  }

  /** Asks the peer for a sign of life. */
  ping(): void {
    this.pinged = true
    if (answersPings(this.version)) this.write(PING)
    else this.socket.ping()
  }

  /** Sends an encoded frame, or several in a row. A slow reader is closed, because its unread frames occupy memory. */
  write(frame: Buffer, frames = 1): void {
    if (this.gone || !this.tcp.writable || this.socket.readyState !== this.socket.OPEN) return
    if (this.tcp.writableLength > this.#owner.limits.bufferedBytes) {
      this.close(CODES.reconnect, 'Reading too slowly', 'slow')
      return
    }
    this.#owner.framesOut += frames
    this.tcp.write(frame)
  }

  /**
   * Ends the connection: membership ends at once, nothing is read any more, and the socket library cuts the connection
   * after `CLOSE_TIMEOUT_MS`, whether or not the peer answers the close frame.
   */
  close(code: number, message: string, reason: DropReason): void {
    if (this.gone) return
    this.leave(reason)
    if (isToldOfClosing(this.version) && this.tcp.writable) this.tcp.write(errorFrame(code, message))
    this.socket.close(code, message)
  }

  /** Membership ends. `reason` is undefined when the peer has closed. */
  leave(reason?: DropReason): void {
    if (this.gone) return
    this.gone = true
    this.#owner.remove(this, reason)
  }

  /** Counts a frame that nobody reads. */
  ignore(): void {
    if (++this.#ignored === IGNORED_FRAMES) this.socket.pause()
  }
}
