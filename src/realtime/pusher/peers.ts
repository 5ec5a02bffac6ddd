import type { Log } from '../../platform/lib/log.ts'
import type { PresenceStore, PresentPerson, StoredNode } from '../bus/bus.ts'
import type { PresenceMessage } from '../bus/messages.ts'
import { keyOf, OwnNode } from './own-node.ts'
import type { Presence } from './presence.ts'
import { RepeatedErrors } from './repeated-errors.ts'

const CANNOT_READ = 'cannot read presence of other nodes'

/** The state of another node, as this one knows it. */
interface Peer {
  revision: number
  people: Map<string, PresentPerson>
  /** When it was last heard of, in the order of what this node has heard. */
  heard: number
}

/**
 * The people present on other nodes. Each node writes its own part of the store and numbers its changes; a node that misses a
 * number reads the store again (docs/design/realtime.md, "Many nodes").
 */
export class Peers {
  /** This node, as the others know it. */
  readonly own: OwnNode
  readonly #store: PresenceStore
  readonly #presence: Presence
  readonly #errors: RepeatedErrors
  readonly #peers = new Map<string, Peer>()
  #clock = 0
  #reading: Promise<void> | undefined
  #readAgain = false
  #stopped = false

  constructor(store: PresenceStore, presence: Presence, log: Log, leaseSeconds: number) {
    this.own = new OwnNode(store, presence, log, leaseSeconds)
    this.#store = store
    this.#presence = presence
    this.#errors = new RepeatedErrors(log)
  }

  get others(): number {
    return this.#peers.size
  }

  /** The other nodes that have not missed two renewals; all known ones while the store is away. */
  async listAwake(): Promise<string[]> {
    if (this.#peers.size === 0) return []
    const awake = await this.#store.listAwake().catch(() => [...this.#peers.keys()])
    return awake.filter((node) => !this.own.isNamed(node))
  }

  async start(): Promise<void> {
    await this.own.register()
    await this.reconcile()
    this.own.renew()
  }

  /** Another node's change. */
  receive(message: PresenceMessage): void {
    if (this.own.isNamed(message.node)) return
    const { node, revision, joined, left } = message
    const peer = this.#peers.get(node)
    if (peer !== undefined && revision <= peer.revision) return
    if (peer === undefined ? revision !== 0 : revision !== peer.revision + 1) {
      void this.reconcile()
      return
    }
    const known = peer ?? { revision, people: new Map(), heard: 0 }
    this.#peers.set(node, known)
    known.revision = revision
    known.heard = ++this.#clock
    for (const { channel, user_id } of left) {
      known.people.delete(keyOf({ channel, user_id }))
      this.#presence.leaveOn(node, channel, user_id)
    }
    for (const person of joined) this.#join(node, known, person)
  }

  /** Another node has stopped or died. */
  gone(node: string): void {
    if (this.own.isNamed(node)) return
    for (const { channel, user_id } of this.#peers.get(node)?.people.values() ?? [])
      this.#presence.leaveOn(node, channel, user_id)
    this.#peers.delete(node)
  }

  /** Reads from the store who is present on the other nodes, until that succeeds. */
  async reconcile(): Promise<void> {
    this.#readAgain = true
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    await this.#reading
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.own.stop()
  }

  #join(node: string, peer: Peer, person: PresentPerson): void {
    peer.people.set(keyOf(person), person)
    this.#presence.joinOn(node, person.channel, person.user_id, person.info ?? undefined)
  }

  async #read(): Promise<void> {
    while (this.#readAgain && !this.#stopped) {
      this.#readAgain = false
      const begin = this.#clock
      try {
        this.#adopt(await this.#store.list(), begin)
        this.#errors.forget(CANNOT_READ)
      } catch (error) {
        this.#readAgain = true
        await this.#errors.pause(error, CANNOT_READ)
      }
    }
  }

  /** Takes over what the store says, except for nodes that have sent something newer since `begin`. */
  #adopt(stored: StoredNode[], begin: number): void {
    const nodes = new Set(stored.map(({ node }) => node))
    for (const [node, peer] of this.#peers) if (!nodes.has(node) && peer.heard <= begin) this.gone(node)
    for (const { node, revision, people } of stored) {
      const known = this.#peers.get(node)
      if (this.own.isNamed(node) || (known !== undefined && known.revision > revision)) continue
      const peer: Peer = known ?? { revision, people: new Map(), heard: begin }
      this.#peers.set(node, peer)
      peer.revision = revision
      const present = new Set(people.map(keyOf))
      for (const [key, { channel, user_id }] of peer.people) {
        if (present.has(key)) continue
        peer.people.delete(key)
        this.#presence.leaveOn(node, channel, user_id)
      }
      for (const person of people) this.#join(node, peer, person)
    }
  }
}
