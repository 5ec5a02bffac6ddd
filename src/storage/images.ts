import { AppError, type FieldMessageKey, invalid } from '../http/errors.ts'
import { createLimiter } from '../http/limiter.ts'

export interface EncodedImage {
  content: Buffer
  width: number
  height: number
}

/** The longest side of an avatar, in pixels. */
export const AVATAR_EDGE = 512

/** A small file can unpack to a huge picture, so the header is checked first. */
const MAX_PIXELS = 50_000_000
/** The time of a decoder also grows with the rows: a column of 49 million pixels takes many seconds. */
const MAX_SIDE = 12_000
/** Progressive jpegs have about ten scans. Each is a pass over the whole picture, which no timeout interrupts. */
const MAX_JPEG_SCANS = 50
const DECODE_SECONDS = 10

/** Decoding shares four threads with password hashing and name lookups, which need a free one. */
const MAX_DECODING = 2
const MAX_WAITING = 40

/** Its library is loaded with the first picture. All other decoders are blocked, regardless of the content of a file. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
let loaded: ReturnType<typeof loadSharp> | undefined

const limited = createLimiter(MAX_DECODING, MAX_WAITING)

/**
 * Recognises a jpeg, png or webp by its first bytes and re-encodes it as webp within `edge` pixels, upright and without
 * metadata (place, camera). Two pictures are decoded at once; the others wait.
 * @throws AppError 400 on `field` for anything else, 503 when too many wait.
 */
export async function encodeImage(
  bytes: Uint8Array,
  edge: number,
  field: string,
  wrongType: FieldMessageKey = 'imageType',
): Promise<EncodedImage> {
  if (!isPicture(bytes)) throw invalid({ [field]: wrongType })
  return limited(() => decode(bytes, edge, field, wrongType))
}

async function decode(
  bytes: Uint8Array,
  edge: number,
  field: string,
  wrongType: FieldMessageKey,
): Promise<EncodedImage> {
  loaded ??= loadSharp()
  const sharp = await loaded
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width > MAX_SIDE || height > MAX_SIDE) throw invalid({ [field]: 'imageSides' })
    if (width * height > MAX_PIXELS) throw invalid({ [field]: 'imagePixels' })
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch (error) {
    throw error instanceof AppError ? error : invalid({ [field]: wrongType })
  }
}

function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return countScans(bytes) <= MAX_JPEG_SCANS
  const isPng = head.startsWith('\x89PNG\r\n\x1a\n')
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isPng || isWebp
}

const MARKER = { start: 0xd8, end: 0xd9, scan: 0xda } as const

/** Counts the scans of a jpeg by walking its segments up to the end marker, as decoders do. */
function countScans(bytes: Uint8Array): number {
  let scans = 0
  let position = 0
  for (;;) {
    position = bytes.indexOf(0xff, position) + 1
    const marker = bytes[position]
    if (position === 0 || marker === undefined || marker === MARKER.end) return scans
    if (marker === MARKER.scan) scans++
    const isBare = marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= MARKER.start)
    // Every other marker is followed by a length, which includes its own two bytes.
    if (!isBare) position += 1 + (bytes[position + 1] ?? 0) * 256 + (bytes[position + 2] ?? 0)
  }
}
