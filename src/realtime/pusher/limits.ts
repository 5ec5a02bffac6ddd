import ipaddr from 'ipaddr.js'

/** Limits of one node. `REALTIME_SOCKETS` sets the first. */
export const LIMITS = {
  sockets: 50_000,
  socketsPerAddress: 1_000,
  socketsPerUser: 100,
  channelsPerSocket: 100,
  framesPerSecond: 50,
  clientEventsPerSecond: 10,
  /** The size of a client event or an event of the HTTP API, as UTF-8. */
  eventBytes: 10_240,
  channelDataBytes: 2_048,
  presenceMembers: 10_000,
  /** A socket that leaves more than this unread is closed. */
  bufferedBytes: 1_048_576,
  /** Idle time after which clients send a ping; the server sends one after twice this time. */
  activitySeconds: 30,
}

export type RealtimeLimits = typeof LIMITS

const IPV6_NETWORK_PARTS = 4

/** The unit that limits of an address count: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${address.parts
    .slice(0, IPV6_NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** A bucket of frames: it holds four seconds' worth, for a client that joins its channels, and fills by the second. */
export class Bucket {
  #tokens: number
  #filledAt: number
  readonly #perSecond: number

  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond * BURST_SECONDS
    this.#filledAt = now
  }

  take(now: number): boolean {
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond
    this.#tokens = Math.min(filled, this.#perSecond * BURST_SECONDS)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}

const BURST_SECONDS = 4

/** Allows at most `limit` in any second: it remembers when the last ones were. */
export class SlidingWindow {
  readonly #times: number[] = []
  #next = 0
  #latest = -Infinity

  take(limit: number, now: number): boolean {
    const oldest = this.#times[this.#next]
    if (this.#times.length >= limit && oldest !== undefined && now - oldest < 1000) return false
    this.#times[this.#next] = now
    this.#next = (this.#next + 1) % limit
    this.#latest = now
    return true
  }

  /** True if it would take as much as a new one. */
  isEmpty(now: number): boolean {
    return now - this.#latest >= 1000
  }
}

/** Client events of each person, over all their sockets. A window is kept until it is empty, also without any socket. */
export class PersonalWindows {
  readonly #windows = new Map<string, SlidingWindow>()
  #sweepAt = SWEEP_SIZE

  take(person: string, limit: number, now: number): boolean {
    const window = this.#windows.get(person) ?? new SlidingWindow()
    this.#windows.set(person, window)
    if (this.#windows.size > this.#sweepAt) this.#sweep(now)
    return window.take(limit, now)
  }

  /** Runs when the number has doubled since the last run, so that the cost per entry is constant. */
  #sweep(now: number): void {
    for (const [person, window] of this.#windows) if (window.isEmpty(now)) this.#windows.delete(person)
    this.#sweepAt = Math.max(SWEEP_SIZE, this.#windows.size * 2)
  }
}

const SWEEP_SIZE = 1_000

/** Counts by key, and forgets a key at zero. */
export class Counter {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
