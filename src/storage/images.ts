import sharp from 'sharp'
import { invalid } from '../errors.ts'

export interface EncodedImage {
  content: Buffer
  width: number
  height: number
}

const ACCEPTED = new Set(['jpeg', 'png', 'webp'])
/** The longest side of an avatar, in pixels. */
export const AVATAR_EDGE = 512

/** A small file can unpack to a huge picture: refuse before decoding. */
const MAX_PIXELS = 50_000_000

/**
 * Recognises a jpeg, png or webp by its bytes and encodes it anew as webp within `edge` pixels, upright and without
 * its metadata (place, camera).
 * @throws AppError 400 on `field` for anything else.
 */
export async function encodeImage(bytes: Uint8Array, edge: number, field: string): Promise<EncodedImage> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (!ACCEPTED.has(format ?? '')) throw new Error(`not accepted: ${format}`)
    const { data, info } = await image
      .rotate()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    throw invalid({ [field]: 'imageType' })
  }
}
