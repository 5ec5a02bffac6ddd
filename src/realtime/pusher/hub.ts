import { setTimeout as delay } from 'node:timers/promises'
import { CALM_MS } from '../bus/auth-outage.ts'
import { channelKind, ownerOf, serverToUser } from '../bus/channels.ts'
import { Connection, type ConnectionOwner, type DropReason, type OpenedSocket } from './connection.ts'
import { PersonalWindows, type RealtimeLimits } from './limits.ts'
import { Presence } from './presence.ts'
import { CODES, type Member, serverFrame } from './protocol.ts'

export interface HubOptions {
  limits: RealtimeLimits
  /** Somebody has come to a presence channel on this node, or has left it. */
  onPresence(channel: string, userId: string): void
}

/** Sockets that reconnect: ten thousand in ten seconds. */
const RESYNC_AT_ONCE = 100
const RESYNC_PAUSE_MS = 100

/** The sockets of this node, their channels and their users. */
export class Hub implements ConnectionOwner {
  readonly limits: RealtimeLimits
  readonly presence: Presence
  readonly clientEvents = new PersonalWindows()
  readonly dropped = new Map<DropReason, number>()
  framesIn = 0
  framesOut = 0
  readonly #connections = new Set<Connection>()
  readonly #channels = new Map<string, Set<Connection>>()
  readonly #users = new Map<string, Set<Connection>>()
  /** Number of sockets that had been opened when a user was last revoked. */
  readonly #revoked = new Map<string, number>()
  #serial = 0

  constructor({ limits, onPresence }: HubOptions) {
    this.limits = limits
    this.presence = new Presence({ audience: (channel) => this.#audience(channel), onLocalChange: onPresence })
  }

  get size(): number {
    return this.#connections.size
  }

  get channels(): number {
    return this.#channels.size
  }

  count(reason: DropReason): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + 1)
  }

  add(opened: OpenedSocket): Connection {
    const connection = new Connection(this, opened, ++this.#serial)
    this.#connections.add(connection)
    return connection
  }

  remove(connection: Connection, reason: DropReason | undefined): void {
    if (!this.#connections.delete(connection)) return
    if (reason !== undefined) this.count(reason)
    for (const channel of [...connection.channels.keys()]) this.unsubscribe(connection, channel)
    for (const user of connection.users) {
      const sockets = this.#users.get(user)
      sockets?.delete(connection)
      if (sockets?.size === 0) this.#users.delete(user)
    }
  }

  /** Adds a socket to a channel. In a presence channel it gets its answer with the next announcement. */
  subscribe(connection: Connection, channel: string, member: Member | undefined): void {
    connection.channels.set(channel, member)
    if (member === undefined) {
      this.#audience(channel).add(connection)
      connection.write(serverFrame('pusher_internal:subscription_succeeded', {}, channel))
    } else {
      this.presence.join(connection, channel, member)
    }
  }

  unsubscribe(connection: Connection, channel: string): void {
    if (!connection.channels.has(channel)) return
    const member = connection.channels.get(channel)
    connection.channels.delete(channel)
    const subscribers = this.#channels.get(channel)
    subscribers?.delete(connection)
    if (subscribers?.size === 0) this.#channels.delete(channel)
    if (member !== undefined) this.presence.leave(connection, channel, member.user_id)
  }

  /** Sends a frame to the subscribers of a channel except the socket with the id `except`. */
  broadcast(channel: string, frame: Buffer, except?: string): void {
    const user = serverToUser(channel)
    for (const connection of (user === undefined ? this.#channels : this.#users).get(user ?? channel) ?? []) {
      if (connection.id !== except && (user === undefined || connection.signedInAs === user)) connection.write(frame)
    }
  }

  /** Makes a socket one of a user's; false: they have too many. */
  belongTo(connection: Connection, user: string): boolean {
    if (connection.users.has(user)) return true
    const sockets = this.#users.get(user) ?? new Set()
    if (sockets.size >= this.limits.socketsPerUser) return false
    this.#users.set(user, sockets.add(connection))
    connection.users.add(user)
    return true
  }

  /**
   * Closes every socket that a user has signed in on or holds a personal channel on. A signature is bound to its socket, so
   * those fetched before can only be of sockets that are open now: they open nothing of this user any more.
   */
  revoke(user: string): void {
    this.#revoked.set(user, this.#serial)
    for (const connection of [...(this.#users.get(user) ?? [])]) {
      connection.close(CODES.reconnect, 'Authorisation has changed', 'revoked')
    }
  }

  isRevoked(connection: Connection, user: string): boolean {
    return (this.#revoked.get(user) ?? 0) >= connection.serial
  }

  /** Pings idle sockets, closes silent ones, and forgets revocations without an open socket. */
  checkIdle(now: number): void {
    const activityMs = this.limits.activitySeconds * 1000
    let oldest = this.#serial + 1
    for (const connection of [...this.#connections]) {
      const silent = now - connection.lastHeardAt
      if (connection.pinged && silent >= 3 * activityMs) {
        connection.close(CODES.silent, 'No answer to ping', 'silent')
        continue
      }
      oldest = Math.min(oldest, connection.serial)
      if (!connection.pinged && silent >= 2 * activityMs) connection.ping()
    }
    for (const [user, serial] of this.#revoked) if (serial < oldest) this.#revoked.delete(user)
  }

  /** Counts the sockets of each channel of this node. */
  occupied(prefix: string): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const [channel, connections] of this.#channels)
      if (channel.startsWith(prefix)) counts[channel] = connections.size
    return counts
  }

  /** Closes the sockets that belong to users, because their rights are unknown. */
  closePersonal(): void {
    for (const user of [...this.#users.keys()]) this.revoke(user)
  }

  /** Makes the sockets of users reconnect after missed messages of the bus, so that clients read again. */
  resync(): Promise<void> {
    const isOfUser = ({ users }: Connection) => users.size > 0
    return this.#reconnect(isOfUser, 'Events were missed', 'missed')
  }

  /**
   * Makes the sockets that have joined nothing connect again: they may have been refused a signature, and do not ask for another one. One that
   * has just been opened was not refused yet.
   */
  rejoin(): Promise<void> {
    const isAlone = ({ users, channels, openedAt }: Connection) =>
      users.size === 0 && channels.size === 0 && performance.now() - openedAt > CALM_MS
    return this.#reconnect(isAlone, 'Join again', 'unjoined')
  }

  /** Some at a time, because each of them asks for a signature and for lists. */
  async #reconnect(isMeant: (connection: Connection) => boolean, message: string, reason: DropReason): Promise<void> {
    const connections = [...this.#connections].filter(isMeant)
    for (let first = 0; first < connections.length; first += RESYNC_AT_ONCE) {
      await delay(RESYNC_PAUSE_MS, undefined, { ref: false })
      for (const connection of connections.slice(first, first + RESYNC_AT_ONCE))
        if (isMeant(connection)) connection.close(CODES.reconnect, message, reason)
    }
  }

  close(): void {
    for (const connection of [...this.#connections])
      connection.close(CODES.reconnect, 'Server is shutting down', 'stopping')
    this.presence.stop()
  }

  #audience(channel: string): Set<Connection> {
    const known = this.#channels.get(channel)
    if (known) return known
    const audience = new Set<Connection>()
    this.#channels.set(channel, audience)
    return audience
  }
}

/** The users that a subscription ties a socket to: the owner of the channel, and the person who joins. */
export function usersOf(channel: string, member: Member | undefined): string[] {
  const owner = ownerOf(channel)
  const users = owner === undefined ? [] : [owner]
  return channelKind(channel) === 'presence' && member !== undefined ? [...users, member.user_id] : users
}
