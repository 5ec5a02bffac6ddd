import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isAway, logged } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/lib/log.ts'
import type { PresenceStore, PresentPerson, StoredNode } from '../bus/bus.ts'
import type { PresenceMessage } from '../bus/messages.ts'
import type { Presence } from './presence.ts'

const RETRY_MS = 1_000
/** A stopping node tries to say so for this long; after that its lease ends. */
const REMOVE_MS = 2_000
/** Most people that one message carries. */
const BATCH = 2_000

const CANNOT_READ = 'cannot read presence of other nodes'
const CANNOT_WRITE = 'cannot write presence'
const CANNOT_REGISTER = 'cannot register this node'
const CANNOT_RENEW = 'cannot renew the lease of this node'

/** The state of another node, as this one knows it. */
interface Peer {
  revision: number
  people: Map<string, PresentPerson>
  /** When it was last heard of, in the order of what this node has heard. */
  heard: number
}

const keyOf = ({ channel, user_id }: { channel: string; user_id: string }): string => `${channel} ${user_id}`

/**
 * The people present on other nodes, and this node's messages to them. Each node writes its own part of the store and numbers
 * its changes; a node that misses a number reads the store again (docs/design/realtime.md, "Many nodes").
 */
export class Peers {
  #node = randomUUID() as string
  readonly #store: PresenceStore
  readonly #presence: Presence
  readonly #log: Log
  readonly #everyMs: number
  readonly #peers = new Map<string, Peer>()
  /** This node's names: it takes another when the others have given it up. */
  readonly #own = new Set<string>([this.#node])
  readonly #changed = new Map<string, { channel: string; user_id: string }>()
  #revision = 0
  #clock = 0
  #writing: Promise<void> | undefined
  #reading: Promise<void> | undefined
  #readAgain = false
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** Errors that are logged already, by the text of their line. Work that succeeds removes its own. */
  readonly #reported = new Map<string, string>()

  constructor(store: PresenceStore, presence: Presence, log: Log, leaseSeconds: number) {
    this.#store = store
    this.#presence = presence
    this.#log = log
    this.#everyMs = (leaseSeconds * 1000) / 3
  }

  /** This node's name. */
  get node(): string {
    return this.#node
  }

  get others(): number {
    return this.#peers.size
  }

  /** The other nodes that have not missed two renewals; all known ones while the store is away. */
  async listAwake(): Promise<string[]> {
    if (this.#peers.size === 0) return []
    const awake = await this.#store.listAwake().catch(() => [...this.#peers.keys()])
    return awake.filter((node) => !this.isOwn(node))
  }

  isOwn(node: string): boolean {
    return this.#own.has(node)
  }

  async start(): Promise<void> {
    await this.#store.register(this.#node).catch((error: unknown) => {
      // While the database takes no writes no node is notified; the renewal of the lease repairs it.
      if (!isAway(error)) throw error
    })
    await this.reconcile()
    this.#timer = setTimeout(() => void this.#renew(), this.#everyMs).unref()
  }

  /** Somebody has come to this node or left it. Other nodes hear of all changes of one write together. */
  changed(channel: string, user_id: string): void {
    if (this.#stopped) return
    this.#changed.set(keyOf({ channel, user_id }), { channel, user_id })
    this.#writing ??= this.#write()
  }

  /** Another node's change. */
  receive(message: PresenceMessage): void {
    if (this.isOwn(message.node)) return
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
    if (this.isOwn(node)) return
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

  /** Leaves the other nodes, for which the users present here are gone. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await Promise.race([this.#remove(this.#node), delay(REMOVE_MS, undefined, { ref: false })])
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
        this.#reported.delete(CANNOT_READ)
      } catch (error) {
        this.#report(error, CANNOT_READ)
        this.#readAgain = true
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  /** Takes over what the store says, except for nodes that have sent something newer since `begin`. */
  #adopt(stored: StoredNode[], begin: number): void {
    const nodes = new Set(stored.map(({ node }) => node))
    for (const [node, peer] of this.#peers) if (!nodes.has(node) && peer.heard <= begin) this.gone(node)
    for (const { node, revision, people } of stored) {
      const known = this.#peers.get(node)
      if (this.isOwn(node) || (known !== undefined && known.revision > revision)) continue
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

  /** Logs an error once, however often its work is tried again. */
  #report(error: unknown, text: string): void {
    if (this.#reported.get(text) === String(error)) return
    this.#reported.set(text, String(error))
    this.#log.error(logged(error), text)
  }

  async #write(): Promise<void> {
    // Changes of one turn of the event loop are written together, as are those that arrive during a write.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#changed.size > 0 && !this.#stopped) {
      const batch = [...this.#changed.values()].slice(0, BATCH)
      for (const change of batch) this.#changed.delete(keyOf(change))
      const joined: PresentPerson[] = []
      const left: typeof batch = []
      for (const { channel, user_id } of batch) {
        const here = this.#presence.local(channel, user_id)
        if (here) joined.push({ channel, user_id, info: here.info ?? null })
        else left.push({ channel, user_id })
      }
      try {
        const isWritten = await this.#store.write(this.#node, { revision: ++this.#revision, joined, left })
        this.#reported.delete(CANNOT_WRITE)
        if (isWritten) continue
        this.#log.warn('the other nodes had declared this node dead')
      } catch (error) {
        this.#report(error, CANNOT_WRITE)
        await delay(RETRY_MS, undefined, { ref: false })
      }
      await this.#restart()
    }
    this.#writing = undefined
  }

  /**
   * Starts again under another name: the others have given this one up, or it is unknown whether a change arrived. The old
   * name goes last, so that nobody is seen to leave.
   */
  async #restart(): Promise<void> {
    const old = this.#node
    while (!this.#stopped) {
      const node = randomUUID()
      this.#own.add(node)
      try {
        await this.#store.register(node)
        const joined = [...this.#presence.locals()]
        this.#changed.clear()
        this.#node = node
        this.#revision = 0
        for (let from = 0; from < joined.length; from += BATCH) {
          const change = { revision: ++this.#revision, joined: joined.slice(from, from + BATCH), left: [] }
          await this.#store.write(node, change)
        }
        this.#reported.delete(CANNOT_REGISTER)
        await this.#remove(old)
        return
      } catch (error) {
        this.#report(error, CANNOT_REGISTER)
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  async #renew(): Promise<void> {
    try {
      if (this.#writing === undefined && !(await this.#store.renew(this.#node)) && this.#writing === undefined) {
        this.#log.warn('the other nodes had declared this node dead')
        this.#writing = this.#restart().then(() => this.#write())
      }
      await this.#store.expire()
      this.#reported.delete(CANNOT_RENEW)
    } catch (error) {
      this.#report(error, CANNOT_RENEW)
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#renew(), this.#everyMs).unref()
  }

  async #remove(node: string): Promise<void> {
    await this.#store.remove(node).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'other nodes will drop this node when its lease ends')
    })
  }
}
