import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { isAway } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/lib/log.ts'
import type { PresenceStore, PresentPerson } from '../bus/bus.ts'
import type { Presence } from './presence.ts'
import { RepeatedErrors } from './repeated-errors.ts'

/** A stopping node tries to say so for this long; after that its lease ends. */
const REMOVE_MS = 2_000
/** Most people that one message carries. */
const BATCH = 2_000

const CANNOT_WRITE = 'cannot write presence'
const CANNOT_REGISTER = 'cannot register this node'
const CANNOT_RENEW = 'cannot renew the lease of this node'

/** A person in a channel. */
interface Place {
  channel: string
  user_id: string
}

export const keyOf = ({ channel, user_id }: Place): string => `${channel} ${user_id}`

/**
 * This node's part of the store: the people who are present here, under a name that the other nodes know. Changes have numbers.
 *
 *                    somebody comes or goes
 *           ┌──────────────────────────────────────┐
 *           │                                      ▼
 *         idle ◀──────── all is written ──────── writing
 *           │                                     │  ▲
 *     the lease is lost     refused, or unknown   │  │  written under another name
 *           │                                     ▼  │
 *           └───────────────────────────────────▶ renaming
 *
 * `stop` ends each state.
 */
export class OwnNode {
  readonly #store: PresenceStore
  readonly #presence: Presence
  readonly #log: Log
  readonly #errors: RepeatedErrors
  readonly #everyMs: number
  #state: 'idle' | 'writing' | 'renaming' | 'stopped' = 'idle'
  #name: string = randomUUID()
  /** All names that it has had. */
  readonly #names = new Set([this.#name])
  #revision = 0
  /** Changes that are not written yet. */
  readonly #changed = new Map<string, Place>()
  #timer: NodeJS.Timeout | undefined

  constructor(store: PresenceStore, presence: Presence, log: Log, leaseSeconds: number) {
    this.#store = store
    this.#presence = presence
    this.#log = log
    this.#errors = new RepeatedErrors(log)
    this.#everyMs = (leaseSeconds * 1000) / 3
  }

  get name(): string {
    return this.#name
  }

  /** True if a name is this node's, or was. */
  isNamed(name: string): boolean {
    return this.#names.has(name)
  }

  async register(): Promise<void> {
    await this.#store.register(this.#name).catch((error: unknown) => {
      // While the database takes no writes no node is notified; the renewal of the lease repairs it.
      if (!isAway(error)) throw error
    })
  }

  /** Renews the lease from now on. */
  renew(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#everyMs).unref()
  }

  /** Somebody has come to this node or left it. Other nodes hear of all changes of one write together. */
  changed(channel: string, user_id: string): void {
    if (this.#state === 'stopped') return
    this.#changed.set(keyOf({ channel, user_id }), { channel, user_id })
    if (this.#state === 'idle') this.#begin('writing')
  }

  /** Leaves the other nodes, for which the users present here are gone. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    await Promise.race([this.#remove(this.#name), delay(REMOVE_MS, undefined, { ref: false })])
  }

  #begin(state: 'writing' | 'renaming'): void {
    this.#state = state
    void this.#work()
  }

  /** Goes from state to state until all is written. */
  async #work(): Promise<void> {
    // Changes of one turn of the event loop are written together, as are those that arrive during a write.
    await nextTurn()
    while (this.#state === 'writing' || this.#state === 'renaming') {
      if (this.#state === 'renaming') await this.#rename()
      else if (this.#changed.size > 0) await this.#write()
      else this.#state = 'idle'
    }
  }

  async #write(): Promise<void> {
    const batch = [...this.#changed.values()].slice(0, BATCH)
    for (const change of batch) this.#changed.delete(keyOf(change))
    const joined: PresentPerson[] = []
    const left: Place[] = []
    for (const { channel, user_id } of batch) {
      const here = this.#presence.local(channel, user_id)
      if (here) joined.push({ channel, user_id, info: here.info ?? null })
      else left.push({ channel, user_id })
    }
    try {
      const isWritten = await this.#store.write(this.#name, { revision: ++this.#revision, joined, left })
      this.#errors.forget(CANNOT_WRITE)
      if (isWritten) return
      this.#log.warn('the other nodes had declared this node dead')
    } catch (error) {
      await this.#errors.pause(error, CANNOT_WRITE)
    }
    if (this.#state === 'writing') this.#state = 'renaming'
  }

  /**
   * Takes another name: the others have given this one up, or it is unknown whether a change arrived. The old name goes last, so that
   * nobody is seen to leave.
   */
  async #rename(): Promise<void> {
    const old = this.#name
    while (this.#state === 'renaming') {
      const name = randomUUID()
      this.#names.add(name)
      try {
        await this.#store.register(name)
        const joined = [...this.#presence.locals()]
        this.#changed.clear()
        this.#name = name
        this.#revision = 0
        for (let from = 0; from < joined.length; from += BATCH) {
          const change = { revision: ++this.#revision, joined: joined.slice(from, from + BATCH), left: [] }
          await this.#store.write(name, change)
        }
        this.#errors.forget(CANNOT_REGISTER)
        await this.#remove(old)
        if (this.#state === 'renaming') this.#state = 'writing'
      } catch (error) {
        await this.#errors.pause(error, CANNOT_REGISTER)
      }
    }
  }

  async #renew(): Promise<void> {
    try {
      const isKept = this.#state !== 'idle' || (await this.#store.renew(this.#name))
      if (!isKept && this.#state === 'idle') {
        this.#log.warn('the other nodes had declared this node dead')
        this.#begin('renaming')
      }
      await this.#store.expire()
      this.#errors.forget(CANNOT_RENEW)
    } catch (error) {
      this.#errors.report(error, CANNOT_RENEW)
    }
    if (this.#state !== 'stopped') this.renew()
  }

  async #remove(name: string): Promise<void> {
    await this.#store.remove(name).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'other nodes will drop this node when its lease ends')
    })
  }
}
