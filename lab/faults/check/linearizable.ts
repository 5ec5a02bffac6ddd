/**
 * True if operations that overlapped in time can be put into one order that a model allows, each at some moment between its
 * invocation and its answer: the algorithm of Wing and Gong with Lowe's memory of visited states, as `porcupine` has it.
 */

export interface Model<State, Op> {
  initial: State
  /** The state after an operation; undefined: it cannot have happened there. */
  step(state: State, op: Op): State | undefined
  /** True if an operation changes nothing, in any state. */
  isRead(op: Op): boolean
  /** Equal for equal states. */
  nameOf(state: State): string
}

export interface Call<Op> {
  op: Op
  invoked: number
  /** Infinite: it took effect at some time, which no client knows. */
  answered: number
}

export type Verdict<Op> = { isLinearizable: true } | { isLinearizable: false; culprit: Op } | 'undecided'

/**
 * True if one order of the calls that change something, which somebody knows, is one that a model allows and that fits the time of each
 * call, and whether each read fits at some moment of it. What reads see is judged for each alone. Linear, where a search is not. Pure.
 */
export function follows<State, Op>(
  model: Model<State, Op>,
  order: readonly Call<Op>[],
  reads: readonly Call<Op>[],
): boolean {
  // The earliest moment of each, when those before it have had theirs, and the latest one.
  const earliest: number[] = []
  for (const { invoked } of order) earliest.push(Math.max(invoked, earliest.at(-1) ?? Number.NEGATIVE_INFINITY))
  const latest: number[] = []
  for (const { answered } of order.toReversed())
    latest.unshift(Math.min(answered, latest[0] ?? Number.POSITIVE_INFINITY))
  const states = [model.initial]
  for (const [index, { op }] of order.entries()) {
    const next = model.step(states.at(-1) as State, op)
    if (next === undefined || (earliest[index] ?? 0) > (latest[index] ?? 0)) return false
    states.push(next)
  }
  return reads.every(({ op, invoked, answered }) =>
    states.some((state, index) => {
      const since = earliest[index - 1] ?? Number.NEGATIVE_INFINITY
      const until = latest[index] ?? Number.POSITIVE_INFINITY
      return since <= answered && invoked <= until && model.step(state, op) !== undefined
    }),
  )
}

interface Node {
  index: number
  isAnswer: boolean
  match: Node | undefined
  before: Node | undefined
  after: Node | undefined
}

/** Steps after which a history is given up as too tangled to judge. */
const PATIENCE = 2_000_000

/** Pure. */
export function judge<State, Op>(model: Model<State, Op>, calls: readonly Call<Op>[]): Verdict<Op> {
  const head = listOf(calls)
  const seen = new Set<string>()
  const trail: { node: Node; state: State; isRead: boolean }[] = []
  let state = model.initial
  let done = 0n
  let node = head.after
  // The answer that the search got no further than: what it belongs to does not fit.
  let farthest = -1
  let culprit = 0
  for (let steps = 0; head.after !== undefined; steps++) {
    if (steps > PATIENCE) return 'undecided'
    if (node !== undefined && !node.isAnswer) {
      const call = calls[node.index]
      const next = call && model.step(state, call.op)
      const bit = 1n << BigInt(node.index)
      const isRead = call !== undefined && model.isRead(call.op)
      if (next !== undefined && (isRead || isNew(seen, done | bit, model.nameOf(next)))) {
        trail.push({ node, state, isRead })
        state = next
        done |= bit
        lift(node)
        node = head.after
      } else node = node.after
      continue
    }
    if (trail.length > farthest && node !== undefined) {
      farthest = trail.length
      culprit = node.index
    }
    // A change without effect fits as early as it is allowed; trying it later leads nowhere else.
    let last = trail.pop()
    while (last?.isRead) {
      done &= ~(1n << BigInt(last.node.index))
      unlift(last.node)
      last = trail.pop()
    }
    if (last === undefined) return { isLinearizable: false, culprit: (calls[culprit] as Call<Op>).op }
    state = last.state
    done &= ~(1n << BigInt(last.node.index))
    unlift(last.node)
    node = last.node.after
  }
  return { isLinearizable: true }
}

function isNew(seen: Set<string>, done: bigint, state: string): boolean {
  const name = `${done.toString(36)} ${state}`
  if (seen.has(name)) return false
  seen.add(name)
  return true
}

/** Invocations and answers in the order of time. An answer at the moment of an invocation comes after it. */
function listOf(calls: readonly Call<unknown>[]): Node {
  const moments = calls.flatMap(({ invoked, answered }, index) => {
    const make = (isAnswer: boolean): Node => ({
      index,
      isAnswer,
      match: undefined,
      before: undefined,
      after: undefined,
    })
    const [invocation, answer] = [make(false), make(true)]
    invocation.match = answer
    return [
      { at: invoked, node: invocation },
      { at: answered, node: answer },
    ]
  })
  // Infinity minus itself is no number.
  moments.sort((a, b) => (a.at === b.at ? Number(a.node.isAnswer) - Number(b.node.isAnswer) : a.at < b.at ? -1 : 1))
  const head: Node = { index: -1, isAnswer: false, match: undefined, before: undefined, after: undefined }
  let last = head
  for (const { node } of moments) {
    last.after = node
    node.before = last
    last = node
  }
  return head
}

function lift(node: Node): void {
  for (const each of [node, node.match]) {
    if (!each) continue
    if (each.before) each.before.after = each.after
    if (each.after) each.after.before = each.before
  }
}

function unlift(node: Node): void {
  for (const each of [node.match, node]) {
    if (!each) continue
    if (each.before) each.before.after = each
    if (each.after) each.after.before = each
  }
}
