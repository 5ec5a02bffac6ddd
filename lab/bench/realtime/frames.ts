import { randomBytes } from 'node:crypto'

/** Part of a frame that is kept: enough for its event and its channel. */
const KEPT_BYTES = 256

/** Finds the frames of a server in what arrives, and keeps only the beginning of each: many sockets read long lists at once. */
export class FrameReader {
  readonly #onFrame: (beginning: Buffer) => void
  #pending: Buffer = Buffer.alloc(0)
  /** Rest of the payload of the frame being read. */
  #left = 0
  #beginning: Buffer | undefined

  constructor(onFrame: (beginning: Buffer) => void) {
    this.#onFrame = onFrame
  }

  push(chunk: Buffer): void {
    let rest = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    while (rest.length > 0) {
      if (this.#beginning === undefined) {
        const short = (rest[1] ?? 0) & 0x7f
        const head = short < 126 ? 2 : short === 126 ? 4 : 10
        const length = rest.length < head ? 0 : lengthOf(rest, short)
        // The beginning of a payload is in one piece.
        if (rest.length < head + Math.min(length, KEPT_BYTES)) break
        this.#beginning = Buffer.from(rest.subarray(head, head + Math.min(length, KEPT_BYTES)))
        this.#left = length
        rest = rest.subarray(head)
      }
      const taken = Math.min(this.#left, rest.length)
      this.#left -= taken
      rest = rest.subarray(taken)
      if (this.#left > 0) break
      const beginning = this.#beginning
      this.#beginning = undefined
      this.#onFrame(beginning)
    }
    // The chunk is overwritten, and a slice would keep the whole of it.
    this.#pending = Buffer.from(rest)
  }
}

function lengthOf(frame: Buffer, short: number): number {
  if (short < 126) return short
  return short === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2))
}

export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0xfe, 0, 0])
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2)
  for (let index = 0; index < payload.length; index++) payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0)
  return Buffer.concat([head, mask, payload])
}

export const KEY = 'sejour-key'

/** The request for a socket. */
export const upgradeRequest = (): string =>
  `GET /app/${KEY}?protocol=7 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`

/** Calls back for each frame that follows the answer to the upgrade. */
export function readFrames(onFrame: (beginning: Buffer) => void): (chunk: Buffer) => void {
  const reader = new FrameReader(onFrame)
  let head: Buffer | undefined = Buffer.alloc(0)
  return (chunk) => {
    if (head === undefined) {
      reader.push(chunk)
      return
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    reader.push(head.subarray(end + 4))
    head = undefined
  }
}

/** The id of a socket in its first frame. */
export const socketIdIn = (hello: Buffer): string | undefined => /socket_id\\":\\"([\d.]+)/.exec(hello.toString())?.[1]
