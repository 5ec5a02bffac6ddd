import { encodeImage } from '../../platform/storage/images.ts'
import type { AccountsContext } from '../context.ts'
import { countOfDay, countPixels } from './quotas.ts'

/** The longest side of a picture, in pixels. */
const EDGE = 2_048

/** A picture that is encoded again, without metadata, and stored under a name that nobody can guess. */
interface StoredPicture {
  path: string
  width: number
  height: number
}

/**
 * Stores a picture of an account, counts it for the day, and runs `insert` with it. Deletes the file when that fails.
 * @throws AppError 400 for anything but a picture, 429 for too many in a day, 503 when too many wait, 507 when the disk is full; and what
 * `insert` throws.
 */
export async function storePicture<T>(
  { config, db, storage }: Pick<AccountsContext, 'config' | 'db' | 'storage'>,
  user_id: number,
  bytes: Uint8Array,
  insert: (picture: StoredPicture) => Promise<T>,
): Promise<T> {
  const limit = config.quotas.picturesPerDay
  await countOfDay(db, 'pictures', user_id, { limit })
  const { content, width, height, source_pixels: pixels } = await encodeImage(bytes, EDGE, 'picture')
  await countPixels(db, user_id, { limit, pixels })
  const path = await storage.save('attachments', content, 'webp')
  try {
    return await insert({ path, width, height })
  } catch (error) {
    await storage.discard(path, error)
    throw error
  }
}
