import path from 'node:path'
import { ConfigError, type Purpose, text, type Values } from '../lib/environment.ts'
import { type StorageLocation, storageLocation } from './location.ts'

export const storageVariables = {
  STORAGE_URL: storageLocation.optional(),
  STORAGE_ACCESS_KEY: text.optional(),
  STORAGE_SECRET_KEY: text.optional(),
}

export interface StorageConfig {
  /** Location of uploaded files; `isOwn`: in `dataDir`, which other nodes may not have. */
  storage: StorageLocation
  /** Empty for a folder. */
  storageCredentials: { accessKeyId: string; secretAccessKey: string }
}

/** @throws ConfigError for a bucket without its keys. */
export function storageConfig(e: Values<typeof storageVariables>, { dataDir }: Purpose): StorageConfig {
  const storage = e.STORAGE_URL ?? { kind: 'folder' as const, path: path.join(dataDir, 'storage'), isOwn: true }
  if (storage.kind === 's3' && (e.STORAGE_ACCESS_KEY === undefined || e.STORAGE_SECRET_KEY === undefined))
    throw new ConfigError('STORAGE_URL of a bucket needs STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY')
  return {
    storage,
    storageCredentials: { accessKeyId: e.STORAGE_ACCESS_KEY ?? '', secretAccessKey: e.STORAGE_SECRET_KEY ?? '' },
  }
}
