import { findClashes } from '../../src/bookings/calendars/clashes.ts'
import { type Source, type Traced, traceEchoes } from '../../src/bookings/calendars/echoes.ts'
import { addDays, daysOf } from '../../src/platform/lib/days.ts'
import type { Random } from './random.ts'

/** Platforms that read our calendar and are read by us, in a world of ten minutes between two readings. */

const MINUTE = 60_000
/** A stay that is being booked while a calendar is read may not be in it (src/bookings/calendars/feeds.routes.ts). */
const BOOKING_MS = 30_000
const FIRST = '2027-05-01'

interface Platform {
  /** Stays of its own guests. */
  sold: Map<string, { start_date: string; end_date: string }>
  /** Nights that it has read from us. */
  imported: { start_date: string; end_date: string }[]
  /** Its exports, the newest last. */
  versions: { uid: string; start_date: string; end_date: string }[][]
  /** Our last complete reading. */
  read: { uid: string; start_date: string; end_date: string }[]
  feed: (Traced & { exported_at?: string | null })[]
  exported_at: string | null
  /** The nights of the last three calendars that it has asked for. */
  told: Source[][]
}

export class World {
  readonly platforms: Platform[]
  readonly #random: Random
  /** True where a platform names its events by their nights, so that a block has the UID of the stay before. */
  readonly #byNights: boolean
  #now = Date.parse('2027-01-01T00:00:00Z')
  #stays = 0

  constructor(count: number, random: Random) {
    this.#random = random
    this.#byNights = random.below(2) === 0
    this.platforms = Array.from({ length: count }, () => ({
      sold: new Map(),
      imported: [],
      versions: [[]],
      read: [],
      feed: [],
      exported_at: null,
      told: [],
    }))
  }

  #tick() {
    this.#now += (1 + this.#random.below(10)) * MINUTE
  }

  nights(start: number, length: number) {
    return { start_date: addDays(FIRST, start), end_date: addDays(FIRST, start + length - 1) }
  }

  /** A guest books at a platform, where nothing that it knows is in the way. Returns false if something is. */
  book(platform: Platform, range: { start_date: string; end_date: string }): boolean {
    const busy = [...platform.sold.values(), ...platform.imported]
    if (busy.some((one) => one.start_date <= range.end_date && range.start_date <= one.end_date)) return false
    platform.sold.set(`stay-${this.#stays++}`, range)
    this.#publish(platform)
    return true
  }

  cancel(platform: Platform, uid: string): void {
    platform.sold.delete(uid)
    this.#publish(platform)
  }

  #publish(platform: Platform): void {
    const named = (uid: string, range: { start_date: string; end_date: string }) => ({
      ...range,
      uid: this.#byNights ? `${range.start_date}-${range.end_date}` : uid,
    })
    platform.versions.push([
      ...[...platform.sold].map(([uid, range]) => named(uid, range)),
      // Imported nights that it has sold itself are one event.
      ...platform.imported
        .filter(
          (range) =>
            ![...platform.sold.values()].some(
              (own) => own.start_date === range.start_date && own.end_date === range.end_date,
            ),
        )
        .map((range) => named(`block-${range.start_date}-${range.end_date}`, range)),
    ])
  }

  /** The nights that a platform is told. */
  #told(platform: Platform): Source[] {
    return this.platforms
      .filter((other) => other !== platform)
      .flatMap(({ feed }) => feed.filter(({ is_echo }) => !is_echo))
      .map(({ start_date, end_date, seen_at = '' }) => ({ start_date, end_date, since: seen_at }))
  }

  /** A platform reads us. A lost answer never reaches it. */
  readByPlatform(platform: Platform, isLost = false): void {
    this.#tick()
    const read_at = this.#now - BOOKING_MS
    platform.exported_at = new Date(read_at).toISOString()
    const told = this.#told(platform).filter(({ since }) => Date.parse(since) < read_at)
    platform.told = [told, ...platform.told].slice(0, 3)
    if (isLost) return
    const ranges = new Map(
      this.#told(platform).map(({ start_date, end_date }) => [`${start_date} ${end_date}`, { start_date, end_date }]),
    )
    platform.imported = [...ranges.values()]
    this.#publish(platform)
  }

  /** We read a platform; `age` is how many versions its answer is old. */
  readByUs(platform: Platform, age = 0): void {
    this.#tick()
    const text = platform.versions[Math.max(0, platform.versions.length - 1 - age)] ?? []
    const ranges = new Map(text.toReversed().map((event) => [`${event.start_date} ${event.end_date}`, event]))
    platform.read = [...ranges.values()]
    const before = new Map(platform.feed.map((event) => [`${event.start_date} ${event.end_date}`, event.exported_at]))
    const traced = traceEchoes<Traced>(platform.read, platform.feed, {
      sources: this.#told(platform),
      told: platform.told.flat(),
      exported_at: platform.exported_at,
      now: new Date(this.#now).toISOString(),
      from: '2027-01-01',
    })
    platform.feed = traced.map((event) => {
      const known = before.get(`${event.start_date} ${event.end_date}`)
      return { ...event, exported_at: known === undefined ? platform.exported_at : known }
    })
  }

  /** The nights that two feeds have in different events. */
  clashes(one: Platform, other: Platform): Set<string> {
    const [own, others] = [one, other].map(({ feed }) => feed.filter(({ is_echo }) => !is_echo))
    return new Set(findClashes(own ?? [], others ?? [], '2027-01-01').flatMap(({ nights }) => nights))
  }

  /** The nights that two platforms have sold in different stays. */
  soldTwice(one: Platform, other: Platform): Set<string> {
    const pairs = [...one.sold.values()].flatMap((range) =>
      [...other.sold.values()]
        .filter(({ start_date, end_date }) => start_date !== range.start_date || end_date !== range.end_date)
        .map((range2) => {
          const theirs = nightsOf([range2])
          return [...nightsOf([range])].filter((night) => theirs.has(night))
        }),
    )
    return new Set(pairs.flat())
  }

  /** The nights that are closed here. */
  closed(): Set<string> {
    return nightsOf(this.platforms.flatMap(({ feed }) => feed))
  }

  sold(): Set<string> {
    return nightsOf(this.platforms.flatMap(({ sold }) => [...sold.values()]))
  }
}

export const nightsOf = (ranges: { start_date: string; end_date: string }[]): Set<string> =>
  new Set(ranges.flatMap(({ start_date, end_date }) => daysOf(start_date, addDays(end_date, 1))))
