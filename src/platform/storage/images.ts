import { type ChildProcess, fork } from 'node:child_process'
import { AppError, type FieldMessageKey, invalid } from '../http/errors.ts'
import { createLimiter } from '../http/limiter.ts'
import { isPicture, type Picture } from './decode.ts'
import type { Answer } from './decoder.ts'

/** The longest side of an avatar, in pixels. */
export const AVATAR_EDGE = 512

/** Pixels that count as one picture: a photo of a telephone is one, the largest picture four. */
const PIXELS_OF_ONE = 16_000_000

/** Counts a picture as several by its pixels, as decoding does. Pure. */
export const picturesIn = (pixels: number): number => Math.ceil(pixels / PIXELS_OF_ONE)

const MAX_DECODING = 2
const MAX_WAITING = 40
/** A decoder that has not answered by then is ended, with all that it works on. */
const ANSWER_MS = 60_000
/** Time that a decoder without work keeps its memory; longer than an answer takes. */
const IDLE_MS = 90_000
const RETRY_SECONDS = 10

const limited = createLimiter(MAX_DECODING, MAX_WAITING)

interface Decoder {
  process: ChildProcess
  asked: Map<number, PromiseWithResolvers<Answer>>
  idle: NodeJS.Timeout
}
let decoder: Decoder | undefined
let lastId = 0

/** The decoder, begun when there is none. A decoder that ends, by itself or by a picture, takes what it was asked with it. */
function openDecoder(): Decoder {
  const child = fork(new URL('./decoder.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    // Not the secrets of the service: what it reads comes from strangers.
    env: { PATH: process.env.PATH },
  })
  const opened: Decoder = {
    process: child,
    asked: new Map(),
    idle: setTimeout(() => child.disconnect(), IDLE_MS).unref(),
  }
  child.on('message', (answer: Answer) => opened.asked.get(answer.id)?.resolve(answer))
  const end = (cause: unknown) => {
    clearTimeout(opened.idle)
    if (decoder === opened) decoder = undefined
    for (const { reject } of opened.asked.values()) reject(new Error('the decoder has ended', { cause }))
  }
  child.on('error', end)
  child.on('disconnect', () => end('disconnected'))
  // It does not keep a service that has stopped.
  child.unref()
  child.channel?.unref()
  return opened
}

async function ask(bytes: Uint8Array, edges: number[]): Promise<Answer> {
  decoder ??= openDecoder()
  const { process: child, asked, idle } = decoder
  idle.refresh()
  const id = ++lastId
  const answer = Promise.withResolvers<Answer>()
  asked.set(id, answer)
  const timer = setTimeout(() => child.kill('SIGKILL'), ANSWER_MS)
  child.channel?.ref()
  child.send({ id, bytes, edges })
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    asked.delete(id)
    idle.refresh()
    if (asked.size === 0) child.channel?.unref()
  }
}

/**
 * Recognises a jpeg, png or webp by its first bytes and encodes it as webp, upright and without metadata (place, camera): within the
 * first of `edges` pixels, and smaller ones within each of the others that is below its longest side. A process of its own decodes
 * two at once, and one of each account or address; the others take turns.
 * @throws AppError 400 on `field` for anything else, 503 when too many wait or the decoder ends.
 */
export async function encodeImages(
  bytes: Uint8Array,
  edges: number[],
  field: string,
  wrongType: FieldMessageKey = 'imageType',
): Promise<[full: Picture, ...smaller: Picture[]]> {
  if (!isPicture(bytes)) throw invalid({ [field]: wrongType })
  const { pictures: [full, ...smaller] = [], refused } = await limited(() => ask(bytes, edges)).catch((cause) => {
    throw cause instanceof AppError
      ? cause
      : new AppError('unavailable', { cause, headers: { 'retry-after': String(RETRY_SECONDS) } })
  })
  if (!full) throw invalid({ [field]: refused === undefined || refused === 'imageType' ? wrongType : refused })
  return [full, ...smaller]
}

/** The same for a picture of one size. */
export async function encodeImage(
  bytes: Uint8Array,
  edge: number,
  field: string,
  wrongType?: FieldMessageKey,
): Promise<Picture> {
  const [picture] = await encodeImages(bytes, [edge], field, wrongType)
  return picture
}
