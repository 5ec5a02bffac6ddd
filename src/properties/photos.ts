import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { encodeImages } from '../storage/images.ts'
import { photoSizes } from './schemas.ts'

/** The longest sides of a photo and of its smaller versions, in pixels. */
const EDGES = [2_048, 1_280, 640]

type Size = z.infer<typeof photoSizes>[number]

/** The files of a photo, from its column of sizes. */
export const filesOf = (sizes: unknown): string[] => photoSizes.parse(sizes).map(({ url }) => url)

/** Removes the files of a photo whose row was not written. */
export async function discardPhoto({ storage }: FastifyInstance, sizes: Size[], error: unknown): Promise<void> {
  for (const { url } of sizes) await storage.discard(url, error)
}

/**
 * Stores a photo and its smaller versions, all or none of them.
 * @throws AppError 400 on `photo`, 503 or 507.
 */
export async function savePhoto(app: FastifyInstance, bytes: Uint8Array): Promise<[full: Size, sizes: Size[]]> {
  const [{ content, ...size }, ...smaller] = await encodeImages(bytes, EDGES, 'photo')
  const full = { url: await app.storage.save('properties', content, 'webp'), ...size }
  const sizes = [full]
  try {
    for (const { content, ...size } of smaller)
      sizes.unshift({ url: await app.storage.saveSmaller(full.url, size.width, content), ...size })
  } catch (error) {
    await discardPhoto(app, sizes, error)
    throw error
  }
  return [full, sizes]
}
