import { performance } from 'node:perf_hooks'

export const PARTS = ['stripe', 'channel', 'mail', 'storage', 'sign-in', 'push', 'database'] as const
export type Part = (typeof PARTS)[number]

/** A line of the proof. `ok` null: nothing is set, or nobody asked. */
export interface Step {
  part: Part
  step: string
  expected: string
  came: string
  ok: boolean | null
  ms: number
}

/** The steps of a part after one that failed are not played. */
class PartEnded extends Error {}

/** Expectation that was not met, in words for the report. */
export class Unexpected extends Error {}

/** @throws Unexpected with what came in place of what was expected. */
export function assert(holds: boolean, came: string): asserts holds {
  if (!holds) throw new Unexpected(came)
}

/** Parts of an installation's data that the report must not have. */
const PRIVATE: [pattern: RegExp, by: string][] = [
  [/\b(?:sk|rk|pk|whsec)_\w+/g, '<key>'],
  [/\b\w+:\/\/[^\s/@]+@/g, '<address>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<e-mail>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '<ip>'],
]
const MAX_CHARACTERS = 300

/** A text without the given secrets, and without keys, addresses of people and of machines. Pure. */
export function cleaned(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length > 3).toSorted((one, other) => other.length - one.length)
  const hidden = known.reduce((left, secret) => left.replaceAll(secret, '<secret>'), text)
  return PRIVATE.reduce((left, [pattern, by]) => left.replaceAll(pattern, by), hidden)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_CHARACTERS)
}

/** The causes of an error are more than its text: a refused connection hides behind "unavailable". */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Unexpected) return error.message
  const cause = error.cause === undefined ? '' : ` (${textOf(error.cause)})`
  const parts = error instanceof AggregateError ? `: ${error.errors.map(textOf).join(', ')}` : ''
  return `${error.message || error.name}${parts}${cause}`
}

/** The proof of one part: its steps, and what is to be cleaned up after it. */
export class Proof {
  readonly steps: Step[] = []
  readonly #part: Part
  readonly #secrets: readonly string[]
  readonly #say: (step: Step) => void
  readonly #left: [step: string, work: () => Promise<unknown>][] = []

  constructor(part: Part, secrets: readonly string[], say: (step: Step) => void) {
    this.#part = part
    this.#secrets = secrets
    this.#say = say
  }

  #note(step: Omit<Step, 'part'>): void {
    const noted = { part: this.#part, ...step, came: cleaned(step.came, this.#secrets) }
    this.steps.push(noted)
    this.#say(noted)
  }

  /** Plays a step. `work` returns its result and what came, in words. Ends the part when it fails. */
  async step<T>(step: string, expected: string, work: () => Promise<{ came: string; result: T }>): Promise<T> {
    const began = performance.now()
    const ms = () => Math.round(performance.now() - began)
    try {
      const { came, result } = await work()
      this.#note({ step, expected, came, ok: true, ms: ms() })
      return result
    } catch (error) {
      this.#note({ step, expected, came: textOf(error), ok: false, ms: ms() })
      throw new PartEnded()
    }
  }

  /** A step that cannot be played here, and why. */
  skip(step: string, why: string): void {
    this.#note({ step, expected: '', came: why, ok: null, ms: 0 })
  }

  /** Cleans up at the end, the newest first, whether the steps passed or not. */
  after(step: string, work: () => Promise<unknown>): void {
    this.#left.push([step, work])
  }

  async play(work: (proof: Proof) => Promise<void>): Promise<void> {
    const unlessEnded = (error: unknown) => {
      if (!(error instanceof PartEnded)) throw error
    }
    try {
      await work(this).catch(unlessEnded)
    } finally {
      for (const [step, clean] of this.#left.reverse())
        await this.step(step, 'cleaned up', async () => {
          await clean()
          return { came: 'cleaned up', result: undefined }
        }).catch(unlessEnded)
    }
  }
}

/** The result of a step that only says something. */
export const said = (came: string) => ({ came, result: undefined })
