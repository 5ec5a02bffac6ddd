import { databaseError, isAway, isBusy } from '../../platform/db/errors.ts'
import type { ChannelsContext } from '../context.ts'
import { ChannelManagerError } from './client.ts'

/** Look for something whose answer was lost in the list of the channel manager for so many seconds. */
export const PATIENCE_SECONDS = 180
export const LOOK_AGAIN_SECONDS = 60

const MAX_ERROR = 300

/**
 * Makes a call that is claimed and must have its effect at most once. `refusal`: the channel manager does not take it. Releases the claim
 * if the call had no effect.
 * @throws ChannelManagerError the call has to be tried again, or its answer was lost.
 */
export async function callOnce<T>(
  call: () => Promise<T>,
  release: () => Promise<unknown>,
): Promise<{ answer: T } | { refusal: string }> {
  try {
    return { answer: await call() }
  } catch (error) {
    if (!(error instanceof ChannelManagerError)) throw error
    if (error.isRefusal) return { refusal: error.message.slice(0, MAX_ERROR) }
    if (error.isWithoutEffect || error.status === 401) await release()
    throw error
  }
}

/** The answer about a home; undefined: the channel manager refuses it, because the messages app is not installed for the home. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ChannelManagerError && error.isRefusal) return undefined
    throw error
  }
}

/** Stores items of a list in their order. One that the database refuses is logged, and does not stop those behind it. Returns the stored ones. */
export async function storeEach<T extends { id: string }>(
  { log }: Pick<ChannelsContext, 'log'>,
  items: T[],
  store: (item: T) => Promise<unknown>,
): Promise<T[]> {
  const stored: T[] = []
  for (const item of items) {
    try {
      await store(item)
      stored.push(item)
    } catch (error) {
      const code = databaseError(error)?.code
      if (code === undefined || isAway(error) || isBusy(error)) throw error
      // The error itself has words of guests.
      log.error({ id: item.id, code }, 'an item of a channel cannot be stored')
    }
  }
  return stored
}
