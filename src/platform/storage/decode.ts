export interface Picture {
  content: Uint8Array
  width: number
  height: number
  /** Pixels of the file that it was decoded from. */
  source_pixels: number
}

/** Why a file is not taken as a picture. */
export class PictureRefused extends Error {
  readonly reason: 'imageType' | 'imageSides' | 'imagePixels'

  constructor(reason: PictureRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** A small file can unpack to a huge picture, so the header is checked first. */
const MAX_PIXELS = 50_000_000
/** The time of a decoder also grows with the rows: a column of 49 million pixels takes many seconds. */
const MAX_SIDE = 12_000
/** Progressive jpegs have about ten scans. Each is a pass over the whole picture, which no timeout interrupts. */
const MAX_JPEG_SCANS = 50
const DECODE_SECONDS = 10
const QUALITY = 82

/**
 * One thread a picture, and nothing of it is kept afterwards. All other decoders are blocked, regardless of the content of a file.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
let loaded: ReturnType<typeof loadSharp> | undefined

/**
 * Encodes a picture as webp, upright and without metadata (place, camera): within the first of `edges` pixels, and smaller ones
 * within each of the others that is below its longest side.
 * @throws PictureRefused
 */
export async function decodePicture(bytes: Uint8Array, [edge = 0, ...smaller]: number[]): Promise<Picture[]> {
  // Here, because it takes up to a fifth of a second, which other requests would wait.
  if (countScans(bytes) > MAX_JPEG_SCANS) throw new PictureRefused('imageType')
  loaded ??= loadSharp()
  const sharp = await loaded
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width > MAX_SIDE || height > MAX_SIDE) throw new PictureRefused('imageSides')
    const source_pixels = width * height
    if (source_pixels > MAX_PIXELS) throw new PictureRefused('imagePixels')
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: fullWidth, height: fullHeight, channels } = info
    const pixels = () => sharp(data, { raw: { width: fullWidth, height: fullHeight, channels } })
    const edges = [edge, ...smaller.filter((size) => size < Math.max(fullWidth, fullHeight))]
    const pictures: Picture[] = []
    for (const size of edges) {
      const encoded = await pixels()
        .resize(size, size, { fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: DECODE_SECONDS })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true })
      const { width, height } = encoded.info
      pictures.push({ content: encoded.data, width, height, source_pixels })
    }
    return pictures
  } catch (error) {
    throw error instanceof PictureRefused ? error : new PictureRefused('imageType')
  }
}

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 12)).toString('latin1')

const JPEG = '\xff\xd8\xff'

/** Recognises a jpeg, png or webp by its first bytes, before a decoder works on it. Pure. */
export function isPicture(bytes: Uint8Array): boolean {
  const head = headOf(bytes)
  const isJpeg = head.startsWith(JPEG)
  const isPng = head.startsWith('\x89PNG\r\n\x1a\n')
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isJpeg || isPng || isWebp
}

const MARKER = { start: 0xd8, end: 0xd9, scan: 0xda } as const

/** Counts the scans of a jpeg by walking its segments up to the end marker, as decoders do; none of anything else. */
function countScans(bytes: Uint8Array): number {
  if (!headOf(bytes).startsWith(JPEG)) return 0
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
