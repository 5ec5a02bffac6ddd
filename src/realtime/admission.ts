/** How many sockets are let in before other work of the event loop has its turn. */
const AT_ONCE = 4
/** How long a socket waits at most because others still arrive. */
const LONGEST_WAIT_MS = 5_000

/**
 * Lets sockets in a few at a time. The event loop accepts one connection each time it turns, so when a node has died and thousands
 * come at once, turns must be short until all are accepted: among them are other people's requests. What sockets do once they are
 * in, such as asking for signatures, then comes a few at a time too.
 */
export class Admission {
  #waiting: { since: number; enter: () => void }[] = []
  #next = 0
  #isRunning = false
  #hasArrived = false

  /** Resolves when it is the turn of a socket. */
  async turn(): Promise<void> {
    this.#hasArrived = true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ since: performance.now(), enter: resolve })
    if (!this.#isRunning) this.#schedule()
    await promise
  }

  #schedule(): void {
    this.#isRunning = true
    setImmediate(() => this.#letIn())
  }

  #letIn(): void {
    const first = this.#waiting[this.#next]
    if (first !== undefined && this.#hasArrived && performance.now() - first.since < LONGEST_WAIT_MS) {
      this.#hasArrived = false
      this.#schedule()
      return
    }
    for (const { enter } of this.#waiting.slice(this.#next, this.#next + AT_ONCE)) enter()
    this.#next += AT_ONCE
    if (this.#next < this.#waiting.length) {
      this.#schedule()
      return
    }
    this.#waiting = []
    this.#next = 0
    this.#isRunning = false
  }
}
