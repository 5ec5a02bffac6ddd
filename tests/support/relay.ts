import net from 'node:net'
import { inject } from 'vitest'
import { cloneTemplate, type TestDatabase } from './database.ts'

/** The Parse message of a statement `commit`, after the name that it gives it. */
const PARSED_COMMIT = /([a-z0-9]+)\0commit\0/

/** A network between a service and its database. */
interface Relay {
  /** Ends all connections with an error, as a lost network does. */
  reset(): void
  /** Loses the answer to the commit of the next transaction that contains a text. */
  loseCommitOf(text: string): void
  /** Ends all connections and accepts no further ones, until it is mended. */
  cut(): void
  mend(): void
  /** Number of connections refused while it was cut. */
  refused(): number
}

/** A database of its own behind a relay, through which its address leads. */
export async function cloneBehindRelay(): Promise<{ database: TestDatabase; relay: Relay }> {
  const { drop, ...database } = await cloneTemplate(inject('databaseUrl'))
  const url = new URL(database.url)
  const target = { host: url.hostname, port: Number(url.port) }
  const near = new Set<net.Socket>()
  let wanted: string | undefined
  let isCut = false
  let refused = 0
  const server = net.createServer((socket) => {
    if (isCut) {
      refused++
      return void socket.resetAndDestroy()
    }
    const far = net.connect(target)
    near.add(socket)
    for (const end of [socket, far]) end.on('error', () => undefined)
    let commit: string | undefined
    let isWanted = false
    let isCommitting = false
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      commit = PARSED_COMMIT.exec(text)?.[1] ?? commit
      if (wanted !== undefined && text.includes(wanted)) {
        wanted = undefined
        isWanted = true
      }
      isCommitting ||= isWanted && commit !== undefined && text.includes(`${commit}\0`)
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (isCommitting) socket.resetAndDestroy()
      else socket.write(chunk)
    })
    far.on('close', () => socket.destroy())
    socket.on('close', () => {
      near.delete(socket)
      far.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = () => {
    for (const socket of near) socket.resetAndDestroy()
  }
  const address = server.address()
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    database: {
      ...database,
      url: url.href,
      async drop() {
        server.close()
        await drop()
      },
    },
    relay: {
      reset,
      cut() {
        isCut = true
        reset()
      },
      mend() {
        isCut = false
      },
      refused: () => refused,
      loseCommitOf(text) {
        wanted = text
      },
    },
  }
}
