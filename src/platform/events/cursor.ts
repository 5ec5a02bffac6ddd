import { AppError, invalid } from '../http/errors.ts'

/** Place of a reader in the feed: a position, in an epoch of the installation. Readers keep its text as it is. */
interface Cursor {
  epoch: number
  position: number
}

/** End of the feed, and the first position that is kept. */
interface Feed extends Cursor {
  kept_from: number
}

/** Start of a reader that wants no past events. */
const LATEST = 'latest'

export const writeCursor = ({ epoch, position }: Cursor): string => `${epoch}.${position}`

function readCursor(text: string, field: string): Cursor {
  const [, epoch, position] = /^(\d{1,9})\.(\d{1,15})$/.exec(text) ?? []
  if (epoch === undefined || position === undefined) throw invalid({ [field]: 'cursor' })
  return { epoch: Number(epoch), position: Number(position) }
}

/**
 * The position of a cursor, which a field of a request has. Pure.
 * @throws AppError 400 for what is no cursor; 410 for one of another epoch, whose events may not be those that are there, of a time that is
 * not kept, or of one that has not come.
 */
export function positionOf(text: string, { epoch, position, kept_from }: Feed, field: string): number {
  if (text === LATEST) return position
  const cursor = readCursor(text, field)
  const isThere = cursor.epoch === epoch && cursor.position >= kept_from - 1 && cursor.position <= position
  if (!isThere) throw new AppError('cursorLost')
  return cursor.position
}

/** The position after which a page of the feed begins: all that is kept, without a cursor. Pure. @throws AppError as `positionOf`. */
export const beginOf = (text: string | undefined, feed: Feed): number =>
  text === undefined || text === '' ? feed.kept_from - 1 : positionOf(text, feed, 'after')
