import { z } from 'zod'
import { encodeImages } from '../../platform/storage/images.ts'
import type { HomesContext } from '../context.ts'
import { type photo, pictureSize, storedPhoto } from './schemas.ts'

/** The longest sides of a photo and of its smaller versions, in pixels. */
const EDGES = [2_048, 1_280, 640]

type Size = z.infer<typeof pictureSize>

const sizes = z.array(pictureSize)

/** A photo in the format of the API. Pure. @throws ZodError for what is no row of a photo */
export function showPhoto(context: Pick<HomesContext, 'fileUrl'>, row: unknown): z.infer<typeof photo> {
  const { smaller, ...stored } = storedPhoto.parse(row)
  const { url, width, height } = stored
  const sizes = [...smaller, { url, width, height }].map((size) => ({ ...size, url: context.fileUrl(size.url) }))
  return { ...stored, url: context.fileUrl(url), sizes }
}

const rows = z.array(z.unknown())

/** The photos of a home, in the order of its owner. Pure. */
export const showPhotos = (context: Pick<HomesContext, 'fileUrl'>, photos: unknown): z.infer<typeof photo>[] =>
  rows.parse(photos).map((row) => showPhoto(context, row))

/** The files of a photo: its own and those of its smaller versions. Pure. */
export const filesOf = ({ path, smaller }: { path: string; smaller: unknown }): string[] => [
  path,
  ...sizes.parse(smaller).map(({ url }) => url),
]

/** Removes the files of a photo whose row was not written. */
export async function discardPhoto(
  { storage }: HomesContext,
  stored: { path: string; smaller: Size[] },
  error: unknown,
): Promise<void> {
  for (const file of filesOf(stored)) await storage.discard(file, error)
}

/**
 * Stores a photo and its smaller versions, all or none of them. `count` may refuse it by its pixels.
 * @throws AppError 400 on `photo`, 503 or 507.
 */
export async function savePhoto(context: HomesContext, bytes: Uint8Array, count: (pixels: number) => Promise<void>) {
  const [{ content, source_pixels, ...size }, ...others] = await encodeImages(bytes, EDGES, 'photo')
  await count(source_pixels)
  const smaller: Size[] = []
  const stored = { path: await context.storage.save('properties', content, 'webp'), ...size, smaller }
  try {
    for (const { content, source_pixels: _, ...size } of others) {
      // Those of a narrow picture may all have the same width.
      const longestSide = Math.max(size.width, size.height)
      smaller.unshift({ url: await context.storage.saveSmaller(stored.path, longestSide, content), ...size })
    }
  } catch (error) {
    await discardPhoto(context, stored, error)
    throw error
  }
  return stored
}
