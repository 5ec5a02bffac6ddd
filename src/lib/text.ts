import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether PostgreSQL can store a text: it has neither a NUL character nor half a surrogate pair. Pure. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a text is the expected one; how long that takes tells nothing of either, not even its length. Pure. */
export const isSameText = (expected: string, given: string | undefined): boolean =>
  timingSafeEqual(digest(expected), digest(given ?? ''))
