import path from 'node:path'
import type { Config } from '../../config.ts'
import { startEmbedded } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'

/** Starts the embedded database of this service, and returns its address. `onStop` receives what stops it. */
export async function startDatabase(
  { dataDir }: Config,
  onStop: (release: () => Promise<void> | void) => void,
): Promise<string> {
  onStop(lockFolder(dataDir))
  const embedded = await startEmbedded({ folder: path.join(dataDir, 'postgres') })
  onStop(() => embedded.stop())
  return embedded.url()
}
