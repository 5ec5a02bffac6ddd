import { randomUUID } from 'node:crypto'
import type { BusMessage, NodeMessage } from '../bus/messages.ts'

/** Time-out of the other nodes; those that do not answer are not counted. */
const WAIT_TIMEOUT_MS = 500

export interface ChannelCountsOptions {
  node(): string
  /** The other nodes that are worth asking. */
  listAwake(): Promise<string[]>
  occupied(prefix: string): Record<string, number>
  send(message: NodeMessage): void
}

interface Question {
  counts: Map<string, number>
  answered: Set<string>
  /** The nodes that have not answered yet; undefined until they are known. */
  asked: string[] | undefined
  done(): void
}

const isAnswered = ({ asked, answered }: Question): boolean => asked?.every((node) => answered.has(node)) ?? false

/** Counts the sockets of channels on all nodes, by asking them. */
export class ChannelCounts {
  readonly #options: ChannelCountsOptions
  readonly #open = new Map<string, Question>()

  constructor(options: ChannelCountsOptions) {
    this.#options = options
  }

  /** Counts the sockets of each channel with a prefix, on the nodes that answer in time. */
  async count(prefix: string): Promise<Map<string, number>> {
    const { node, listAwake, occupied, send } = this.#options
    const counts = new Map(Object.entries(occupied(prefix)))
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, WAIT_TIMEOUT_MS)
    const question: Question = { counts, answered: new Set(), asked: undefined, done: resolve }
    this.#open.set(id, question)
    void listAwake().then((asked) => {
      question.asked = asked
      if (isAnswered(question)) resolve()
      else send({ kind: 'question', node: node(), id, prefix })
    })
    await promise
    clearTimeout(timer)
    this.#open.delete(id)
    return counts
  }

  /** Answers other nodes' questions, and takes their answers to this node's. */
  receive(message: Extract<BusMessage, { kind: 'question' | 'answer' }>): void {
    const { node, occupied, send } = this.#options
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
    if (isAnswered(question)) question.done()
  }
}
