import type { Database } from '../../platform/db/client.ts'
import type { ChannelsContext } from '../context.ts'
import { pushDue } from './push.ts'

/** The trigger of a change sends this notification with its commit. */
const CHANNEL = 'channel_updates'
/** How often days are looked for that are due again after a pause, or whose notification was lost. */
const LOOK_MS = 1_000

/** Sends changed days as soon as they are committed. Returns a function that stops, when the running calls have ended. */
export async function startPushing(context: ChannelsContext & { db: Database }): Promise<() => Promise<void>> {
  let running: Promise<void> | undefined
  let isWoken = false

  async function work(): Promise<void> {
    do {
      isWoken = false
      await pushDue(context)
    } while (isWoken && !context.stopping)
  }

  function wake(): void {
    isWoken = true
    running ??= work()
      .catch((error: unknown) => context.log.error({ err: error }, 'changed days were not sent'))
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(wake, LOOK_MS)
  const { unlisten } = await context.db.listen(CHANNEL, wake)
  wake()
  return async () => {
    clearInterval(timer)
    await unlisten()
    await running
  }
}
