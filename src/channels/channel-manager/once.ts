import { ChannelManagerError } from './client.ts'

/** How long something whose answer was lost is looked for in the list of the channel manager, in seconds. */
export const PATIENCE_SECONDS = 180
export const LOOK_AGAIN_SECONDS = 60

const MAX_ERROR = 300

/**
 * Makes a call that is claimed and must have its effect at most once. `refusal`: the channel manager does not take it. Where the call had no
 * effect the claim is given back.
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
