import { randomUUID } from 'node:crypto'
import type { BusMessage, NodeMessage } from './messages.ts'

/** How long the other nodes have to answer; who does not is not counted. */
const PATIENCE_MS = 5_000

export interface CensusOptions {
  node(): string
  /** How many other nodes there are. */
  others(): number
  occupied(prefix: string): Record<string, number>
  send(message: NodeMessage): void
}

interface Question {
  node: string
  counts: Map<string, number>
  answered: Set<string>
  done(): void
}

/** Counts the sockets of channels on all nodes, by asking them. */
export class Census {
  readonly #options: CensusOptions
  readonly #open = new Map<string, Question>()

  constructor(options: CensusOptions) {
    this.#options = options
  }

  /** How many sockets each channel with a prefix has. */
  async count(prefix: string): Promise<Map<string, number>> {
    const { node, others, occupied, send } = this.#options
    const counts = new Map(Object.entries(occupied(prefix)))
    if (others() === 0) return counts
    const id = randomUUID()
    const done = Promise.withResolvers<void>()
    const timer = setTimeout(done.resolve, PATIENCE_MS)
    this.#open.set(id, { node: node(), counts, answered: new Set(), done: done.resolve })
    send({ kind: 'question', node: node(), id, prefix })
    await done.promise
    clearTimeout(timer)
    this.#open.delete(id)
    return counts
  }

  /** Answers other nodes' questions, and takes their answers to this node's. */
  receive(message: Extract<BusMessage, { kind: 'question' | 'answer' }>): void {
    const { node, others, occupied, send } = this.#options
    if (message.kind === 'question') {
      if (this.#open.has(message.id)) return
      send({ kind: 'answer', node: node(), id: message.id, channels: occupied(message.prefix) })
      return
    }
    const question = this.#open.get(message.id)
    if (question === undefined || question.answered.has(message.node)) return
    question.answered.add(message.node)
    for (const [channel, count] of Object.entries(message.channels))
      question.counts.set(channel, (question.counts.get(channel) ?? 0) + count)
    if (question.answered.size >= others()) question.done()
  }
}
