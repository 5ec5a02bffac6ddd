import path from 'node:path'
import type { Config } from '../../config.ts'
import { announce } from '../announce.ts'
import { hasCluster, startEmbedded } from './embedded.ts'
import { lockFolder } from './folder-lock.ts'

/** Says what starts, starts the embedded database of this service, and returns its address. `onStop` receives what stops it. */
export async function startDatabase(
  config: Config,
  onStop: (release: () => Promise<void> | void) => void,
): Promise<string> {
  onStop(lockFolder(config.dataDir))
  const folder = path.join(config.dataDir, 'postgres')
  await announce(config, !hasCluster(folder))
  // A loss of power may take the last second of a developer's data; nobody waits for the disk.
  const embedded = await startEmbedded({ folder, settings: { synchronous_commit: 'off' } })
  onStop(() => embedded.stop())
  return embedded.url()
}
