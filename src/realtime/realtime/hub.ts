import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { channelKind, ownerOf, serverToUser } from '../bus/channels.ts'
import { CALM_MS } from '../bus/refusals.ts'
import { Client, type ClientOwner, type DropReason } from './client.ts'
import { PersonalWindows, type RealtimeLimits } from './limits.ts'
import { Presence } from './presence.ts'
import { CODES, type Member, serverFrame } from './protocol.ts'

export interface HubOptions {
  limits: RealtimeLimits
  /** Somebody has come to a presence channel on this node, or has left it. */
  onPresence(channel: string, userId: string): void
}

/** Of the sockets that are to connect again: ten thousand in ten seconds. */
const RESYNC_AT_ONCE = 100
const RESYNC_PAUSE_MS = 100

/** The sockets of this node, their channels and their users. */
export class Hub implements ClientOwner {
  readonly limits: RealtimeLimits
  readonly presence: Presence
  readonly clientEvents = new PersonalWindows()
  readonly dropped = new Map<DropReason, number>()
  framesIn = 0
  framesOut = 0
  readonly #clients = new Set<Client>()
  readonly #channels = new Map<string, Set<Client>>()
  readonly #users = new Map<string, Set<Client>>()
  /** How many sockets had been opened when a user was last revoked. */
  readonly #revoked = new Map<string, number>()
  #serial = 0

  constructor({ limits, onPresence }: HubOptions) {
    this.limits = limits
    this.presence = new Presence({ audience: (channel) => this.#audience(channel), onLocalChange: onPresence })
  }

  get size(): number {
    return this.#clients.size
  }

  get channels(): number {
    return this.#channels.size
  }

  count(reason: DropReason): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + 1)
  }

  add(socket: WebSocket, tcp: Socket): Client {
    const client = new Client(this, socket, tcp, ++this.#serial)
    this.#clients.add(client)
    return client
  }

  remove(client: Client, reason: DropReason | undefined): void {
    if (!this.#clients.delete(client)) return
    if (reason !== undefined) this.count(reason)
    for (const channel of [...client.channels.keys()]) this.unsubscribe(client, channel)
    for (const user of client.users) {
      const sockets = this.#users.get(user)
      sockets?.delete(client)
      if (sockets?.size === 0) this.#users.delete(user)
    }
  }

  /** Adds a socket to a channel. In a presence channel it gets its answer with the next announcement. */
  subscribe(client: Client, channel: string, member: Member | undefined): void {
    client.channels.set(channel, member)
    if (member === undefined) {
      this.#audience(channel).add(client)
      client.write(serverFrame('pusher_internal:subscription_succeeded', {}, channel))
    } else {
      this.presence.join(client, channel, member)
    }
  }

  unsubscribe(client: Client, channel: string): void {
    if (!client.channels.has(channel)) return
    const member = client.channels.get(channel)
    client.channels.delete(channel)
    const subscribers = this.#channels.get(channel)
    subscribers?.delete(client)
    if (subscribers?.size === 0) this.#channels.delete(channel)
    if (member !== undefined) this.presence.leave(client, channel, member.user_id)
  }

  /** Sends a frame to the subscribers of a channel except the socket with the id `except`. */
  broadcast(channel: string, frame: Buffer, except?: string): void {
    const user = serverToUser(channel)
    for (const client of (user === undefined ? this.#channels : this.#users).get(user ?? channel) ?? []) {
      if (client.id !== except && (user === undefined || client.signedInAs === user)) client.write(frame)
    }
  }

  /** Makes a socket one of a user's; false: they have too many. */
  belongTo(client: Client, user: string): boolean {
    if (client.users.has(user)) return true
    const sockets = this.#users.get(user) ?? new Set()
    if (sockets.size >= this.limits.socketsPerUser) return false
    this.#users.set(user, sockets.add(client))
    client.users.add(user)
    return true
  }

  /**
   * Closes every socket that a user has signed in on or holds a personal channel on. A signature is bound to its socket, so
   * those fetched before can only be of sockets that are open now: they open nothing of this user any more.
   */
  revoke(user: string): void {
    this.#revoked.set(user, this.#serial)
    for (const client of [...(this.#users.get(user) ?? [])]) {
      client.close(CODES.reconnect, 'Authorisation has changed', 'revoked')
    }
  }

  isRevoked(client: Client, user: string): boolean {
    return (this.#revoked.get(user) ?? 0) >= client.serial
  }

  /** Pings idle sockets, closes those that do not answer, and forgets revocations that concern no open socket. */
  checkIdle(now: number): void {
    const activityMs = this.limits.activitySeconds * 1000
    const ping = serverFrame('pusher:ping', {})
    let oldest = this.#serial + 1
    for (const client of [...this.#clients]) {
      const silent = now - client.lastHeardAt
      if (client.pinged && silent >= 3 * activityMs) {
        client.close(CODES.silent, 'No answer to ping', 'silent')
        continue
      }
      oldest = Math.min(oldest, client.serial)
      if (!client.pinged && silent >= 2 * activityMs) {
        client.pinged = true
        client.write(ping)
      }
    }
    for (const [user, serial] of this.#revoked) if (serial < oldest) this.#revoked.delete(user)
  }

  /** How many sockets each channel of this node has. */
  occupied(prefix: string): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const [channel, clients] of this.#channels) if (channel.startsWith(prefix)) counts[channel] = clients.size
    return counts
  }

  /** Closes the sockets that belong to users, because their rights are unknown. */
  closePersonal(): void {
    for (const user of [...this.#users.keys()]) this.revoke(user)
  }

  /** Has the sockets of users connect again, so that they read what this node has not heard and therefore not told them. */
  resync(): Promise<void> {
    const isOfUser = ({ users }: Client) => users.size > 0
    return this.#reconnect(isOfUser, 'Events were missed', 'missed')
  }

  /**
   * Has the sockets that have joined nothing connect again: they may have been refused a signature, and do not ask for another one. One that
   * has just been opened was not refused yet.
   */
  rejoin(): Promise<void> {
    const isAlone = ({ users, channels, openedAt }: Client) =>
      users.size === 0 && channels.size === 0 && performance.now() - openedAt > CALM_MS
    return this.#reconnect(isAlone, 'Join again', 'unjoined')
  }

  /** Some at a time, because each of them asks for a signature and for lists. */
  async #reconnect(isMeant: (client: Client) => boolean, message: string, reason: DropReason): Promise<void> {
    const clients = [...this.#clients].filter(isMeant)
    for (let first = 0; first < clients.length; first += RESYNC_AT_ONCE) {
      await delay(RESYNC_PAUSE_MS, undefined, { ref: false })
      for (const client of clients.slice(first, first + RESYNC_AT_ONCE))
        if (isMeant(client)) client.close(CODES.reconnect, message, reason)
    }
  }

  close(): void {
    for (const client of [...this.#clients]) client.close(CODES.reconnect, 'Server is shutting down', 'stopping')
    this.presence.stop()
  }

  #audience(channel: string): Set<Client> {
    const known = this.#channels.get(channel)
    if (known) return known
    const audience = new Set<Client>()
    this.#channels.set(channel, audience)
    return audience
  }
}

/** The users whose sockets a subscription makes this one: the owner of the channel, the person who joins. */
export function usersOf(channel: string, member: Member | undefined): string[] {
  const owner = ownerOf(channel)
  const users = owner === undefined ? [] : [owner]
  return channelKind(channel) === 'presence' && member !== undefined ? [...users, member.user_id] : users
}
