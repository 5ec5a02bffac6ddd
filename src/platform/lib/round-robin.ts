/** A queue of several parties that take turns, so that nobody waits for everything that another party has queued. */
export class RoundRobin<Waiter> {
  /** By party, in the order of their turns. */
  readonly #waiting = new Map<string, Set<Waiter>>()
  length = 0

  push(waiter: Waiter, party: string): void {
    const own = this.#waiting.get(party) ?? new Set()
    this.#waiting.set(party, own.add(waiter))
    this.length++
  }

  delete(waiter: Waiter, party: string): void {
    const own = this.#waiting.get(party)
    if (!own?.delete(waiter)) return
    if (own.size === 0) this.#waiting.delete(party)
    this.length--
  }

  /** Counts those ahead of the next one of a party, at most. */
  ahead(party: string): number {
    return Math.min(this.length, (this.count(party) + 1) * this.#waiting.size)
  }

  /** Counts those of a party that wait. */
  count(party: string): number {
    return this.#waiting.get(party)?.size ?? 0
  }

  /** Removes and returns the first of the ready party whose turn it is; the party goes to the end of the line. */
  shift(isReady: (party: string) => boolean = () => true): Waiter | undefined {
    for (const [party, own] of this.#waiting) {
      if (!isReady(party)) continue
      this.#waiting.delete(party)
      this.#waiting.set(party, own)
      for (const first of own) {
        this.delete(first, party)
        return first
      }
    }
    return undefined
  }

  /** Removes and returns the last of the party that has queued the most. */
  pop(): Waiter | undefined {
    const [longest] = [...this.#waiting].toSorted(([, a], [, b]) => b.size - a.size)
    if (longest === undefined) return undefined
    const [party, own] = longest
    const last = [...own].at(-1)
    if (last !== undefined) this.delete(last, party)
    return last
  }
}
