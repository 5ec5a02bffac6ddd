import type { PresentPerson } from '../bus/bus.ts'
import type { Connection } from './connection.ts'
import { PresenceList } from './presence-list.ts'
import { encode, encodedFrameText, type Member, serverFrame } from './protocol.ts'

/** Minimum pause between two announcements of a node: many who reconnect at once are announced together. */
const WINDOW_MS = 50
/** The window grows with the work of the last announcement. */
const REST_FACTOR = 4
/** An announcement writes for this long before other work of the event loop has its turn. */
const TURN_MS = 8

/** Somebody in a presence channel, on whatever node. */
interface Person {
  /** JSON; undefined: not given. */
  info: string | undefined
  /** Their sockets on this node. */
  local: number
  /** The other nodes on which they have sockets, and what those know about them. */
  nodes: Map<string, string | undefined>
  /** The information that subscribers have about them; undefined: they were not announced yet. */
  announced: { info: string | undefined } | undefined
}

/** A presence channel on this node. */
interface Roster {
  channel: string
  people: Map<string, Person>
  /** The people as announced. */
  list: PresenceList
  present: number
  /** People who have come, gone or changed since the last announcement. */
  changed: Set<string>
  /** Sockets that wait for the list. */
  waiting: Set<Connection>
}

export interface PresenceOptions {
  /** The subscribers of a channel on this node. */
  audience(channel: string): Set<Connection>
  /** Somebody has come to this node or has left it. */
  onLocalChange(channel: string, userId: string): void
}

const isPresent = ({ local, nodes }: Person): boolean => local > 0 || nodes.size > 0

/**
 * The people in presence channels, not their sockets. Joining and leaving changes counters. Subscribers get the difference
 * to their last list, computed once for all changes of a window. All who join in a window get the same list.
 */
export class Presence {
  readonly #rosters = new Map<string, Roster>()
  readonly #dirty = new Set<Roster>()
  readonly #options: PresenceOptions
  #timer: NodeJS.Timeout | NodeJS.Immediate | undefined
  #restUntil = 0
  #announcing = false

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** Counts the people in the presence channels. */
  get people(): number {
    let people = 0
    for (const { present } of this.#rosters.values()) people += present
    return people
  }

  count(channel: string): number {
    return this.#rosters.get(channel)?.present ?? 0
  }

  has(channel: string, userId: string): boolean {
    const person = this.#rosters.get(channel)?.people.get(userId)
    return person !== undefined && isPresent(person)
  }

  list(channel: string): string[] {
    const people = [...(this.#rosters.get(channel)?.people ?? [])]
    return people.filter(([, person]) => isPresent(person)).map(([id]) => id)
  }

  /** The entry that this node shares with the others: undefined when the person has no socket here. */
  local(channel: string, userId: string): { info: string | undefined } | undefined {
    const person = this.#rosters.get(channel)?.people.get(userId)
    return person !== undefined && person.local > 0 ? { info: person.info } : undefined
  }

  /** Everybody with a socket on this node. */
  *locals(): Iterable<PresentPerson> {
    for (const { channel, people } of this.#rosters.values())
      for (const [user_id, { local, info }] of people) if (local > 0) yield { channel, user_id, info: info ?? null }
  }

  /** A socket joins; it gets the list with the next announcement. */
  join(connection: Connection, channel: string, { user_id, info }: Member): void {
    const roster = this.#roster(channel)
    const person = this.#person(roster, user_id, info)
    if (++person.local === 1) this.#options.onLocalChange(channel, user_id)
    this.#touch(roster, user_id)
    roster.waiting.add(connection)
  }

  /** Sends the list to a socket that has joined before. */
  repeat(connection: Connection, channel: string): void {
    const roster = this.#roster(channel)
    roster.waiting.add(connection)
    this.#schedule(roster)
  }

  leave(connection: Connection, channel: string, userId: string): void {
    const roster = this.#rosters.get(channel)
    const person = roster?.people.get(userId)
    if (roster === undefined || person === undefined) return
    roster.waiting.delete(connection)
    if (--person.local === 0) {
      this.#options.onLocalChange(channel, userId)
      if (!isPresent(person)) roster.present--
      else person.info = person.nodes.values().next().value
    }
    this.#touch(roster, userId)
  }

  /** Somebody is present on another node. */
  joinOn(node: string, channel: string, userId: string, info: string | undefined): void {
    const roster = this.#roster(channel)
    const person = this.#person(roster, userId, info)
    person.nodes.set(node, info)
    if (person.local === 0 && person.nodes.size === 1) person.info = info
    this.#touch(roster, userId)
  }

  leaveOn(node: string, channel: string, userId: string): void {
    const roster = this.#rosters.get(channel)
    const person = roster?.people.get(userId)
    if (roster === undefined || person === undefined || !person.nodes.delete(node)) return
    if (!isPresent(person)) roster.present--
    this.#touch(roster, userId)
  }

  stop(): void {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer as NodeJS.Timeout)
      clearImmediate(this.#timer as NodeJS.Immediate)
    }
    this.#dirty.clear()
  }

  #roster(channel: string): Roster {
    const known = this.#rosters.get(channel)
    if (known) return known
    const roster: Roster = {
      channel,
      people: new Map(),
      list: new PresenceList(channel),
      present: 0,
      changed: new Set(),
      waiting: new Set(),
    }
    this.#rosters.set(channel, roster)
    return roster
  }

  /** The person, who becomes present now if they were not: then `info` is what the others see of them. */
  #person(roster: Roster, userId: string, info: string | undefined): Person {
    const known = roster.people.get(userId)
    if (known && isPresent(known)) return known
    roster.present++
    const person: Person = { info, local: 0, nodes: new Map(), announced: known?.announced }
    roster.people.set(userId, person)
    return person
  }

  #touch(roster: Roster, userId: string): void {
    roster.changed.add(userId)
    this.#schedule(roster)
  }

  #schedule(roster: Roster): void {
    this.#dirty.add(roster)
    if (this.#timer !== undefined || this.#announcing) return
    const wait = this.#restUntil - performance.now()
    this.#timer = wait > 0 ? setTimeout(() => this.#announce(), wait) : setImmediate(() => this.#announce())
  }

  /** One announcement runs at a time: what changes meanwhile is in the next one. */
  async #announce(): Promise<void> {
    this.#timer = undefined
    this.#announcing = true
    const start = performance.now()
    const rosters = [...this.#dirty]
    this.#dirty.clear()
    for (const roster of rosters) await this.#announceTo(roster)
    const now = performance.now()
    this.#restUntil = now + Math.max(WINDOW_MS, REST_FACTOR * (now - start))
    this.#announcing = false
    const [next] = this.#dirty
    if (next) this.#schedule(next)
  }

  async #announceTo(roster: Roster): Promise<void> {
    const { channel, waiting } = roster
    const frames = this.#changes(roster)
    const joined = [...waiting]
    const audience = this.#options.audience(channel)
    const others = frames.length > 0 ? [...audience].filter((connection) => !waiting.has(connection)) : []
    waiting.clear()
    const all = Buffer.concat(frames)
    const list = joined.length > 0 ? roster.list.frame() : all
    await inTurns(others, (connection) => connection.write(all, frames.length))
    await inTurns(joined, (connection) => {
      // It may have left while others were written to.
      if (!connection.channels.has(channel)) return
      this.#options.audience(channel).add(connection)
      connection.write(list)
    })
    if (roster.people.size === 0 && waiting.size === 0) this.#rosters.delete(channel)
  }

  /** The frames about changes. Users who came and left in between are in none. */
  #changes({ channel, people, list, changed }: Roster): Buffer[] {
    const frames: Buffer[] = []
    for (const user_id of changed) {
      const person = people.get(user_id)
      if (person === undefined) continue
      const { announced, info } = person
      const present = isPresent(person)
      const isSame = announced !== undefined && present && announced.info === info
      if (announced !== undefined && !isSame) {
        frames.push(serverFrame('pusher_internal:member_removed', { user_id }, channel))
      }
      if (present && !isSame) {
        const data = `{"user_id":${JSON.stringify(user_id)}${info === undefined ? '' : `,"user_info":${info}`}}`
        frames.push(encode(encodedFrameText('pusher_internal:member_added', data, channel)))
        list.set(user_id, info)
      }
      if (present) {
        person.announced = { info }
      } else {
        people.delete(user_id)
        list.delete(user_id)
      }
    }
    changed.clear()
    return frames
  }
}

/** Does work for each of many sockets, and lets the event loop turn in between. */
async function inTurns(connections: Connection[], work: (connection: Connection) => void): Promise<void> {
  let end = performance.now() + TURN_MS
  for (const connection of connections) {
    work(connection)
    if (performance.now() < end) continue
    await new Promise((resolve) => setImmediate(resolve))
    end = performance.now() + TURN_MS
  }
}
