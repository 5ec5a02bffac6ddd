import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { startLoop, UNTIL_WOKEN } from '../../platform/lib/loop.ts'
import type { WakeUps } from '../../platform/plugins/wake-ups.ts'
import type { ChannelsContext } from '../context.ts'
import { pushDue } from './push.ts'

/** Time between attempts while days wait for the end of a pause, or for the channel manager. */
const WAITING_MS = 1_000
/** Changed days gather this long after a look. */
const GATHER_MS = 20

/** Sends changed days as soon as they are committed. Returns a function that stops, when the running calls have ended. */
export function startPushing(context: ChannelsContext & { wakeUps: WakeUps }): () => Promise<void> {
  const loop = startLoop(async () => {
    const isWaiting = await pushDue(context).catch((error: unknown) => {
      if (!isAway(error)) context.log.error({ err: error }, 'changed days were not sent')
      return true
    })
    return isWaiting ? WAITING_MS : UNTIL_WOKEN
  }, GATHER_MS)
  const unwatch = context.wakeUps.onCommit(() => loop.wake())
  const endLooks = context.wakeUps.look('seldom', async (db) => {
    if ((await queries.channelManager.isWaiting(db, {})).waiting) loop.wake()
  })
  return () => {
    unwatch()
    endLooks()
    return loop.stop()
  }
}
