import type net from 'node:net'

/** The field of an error message that says: cannot write in a read-only transaction. Text of PostgreSQL has no NUL. */
const REFUSAL = Buffer.from('\0C25006\0')
/** The whole message of a server that waits for the next statement, outside of a transaction. */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
/** How long the other connections are left alone after they were given up: the server may stay read-only for hours. */
const PAUSE_MS = 10_000

interface Writer {
  /** How much was written to the connection when it was last idle. */
  idleAt: number
  givenUp: boolean
}

/**
 * The connections of a pool for writes. When a server refuses to write, because it has become a standby or was made
 * read-only, they are closed as soon as they are idle, and the pool opens new ones, which may lead to another server.
 */
export class Writers {
  readonly #writers = new Map<net.Socket, Writer>()
  #pausedUntil = 0

  add(socket: net.Socket): void {
    const writer: Writer = { idleAt: -1, givenUp: false }
    this.#writers.set(socket, writer)
    socket.once('close', () => this.#writers.delete(socket))
    let end: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      const seam = Buffer.concat([end, chunk.subarray(0, REFUSAL.length)])
      end = Buffer.concat([end, chunk.subarray(-REFUSAL.length)]).subarray(-REFUSAL.length)
      if (chunk.includes(REFUSAL) || seam.includes(REFUSAL)) this.#giveUp(writer)
      if (end.subarray(-IDLE.length).equals(IDLE)) writer.idleAt = socket.bytesWritten
      // The driver reads the answer first.
      if (writer.givenUp) setImmediate(() => closeIdle(socket, writer))
    })
  }

  #giveUp(refused: Writer): void {
    refused.givenUp = true
    if (performance.now() < this.#pausedUntil) return
    this.#pausedUntil = performance.now() + PAUSE_MS
    for (const [socket, writer] of this.#writers) {
      writer.givenUp = true
      setImmediate(() => closeIdle(socket, writer))
    }
  }
}

function closeIdle(socket: net.Socket, { idleAt }: Writer): void {
  if (socket.bytesWritten === idleAt) socket.destroy()
}
