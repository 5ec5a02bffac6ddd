import path from 'node:path'
import { z } from 'zod'
import {
  ConfigError,
  count,
  list,
  type Purpose,
  processVariables,
  readCertificates,
  readVariables,
  text,
  type Values,
} from '../lib/environment.ts'
import { addressesOf } from './address.ts'

/** A URL of the web cannot have several hosts; `addressesOf` reads them. */
const databaseUrl = text.regex(/^postgres(ql)?:\/\//, 'must be a URL starting with postgres:// or postgresql://')

export const databaseVariables = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(databaseUrl)).default([]),
  REPLICA_LAG_SECONDS: count(5),
  DATABASE_CA: text.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_WAIT_SECONDS: z.coerce.number().min(0.1).max(60).default(2),
}

type Variables = Values<typeof databaseVariables>

export interface DatabaseConfig {
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** True if one of its servers is on another machine. */
  databaseIsRemote: boolean
  /** Further ways to the same database: another entry of a pooler, for reads, and the way around it. */
  databaseWays: { readUrl: string | undefined; directUrl: string | undefined }
  /** Standbys for reads, and how many seconds they may be behind. */
  databaseReplicas: { urls: string[]; lagSeconds: number }
  /** Certificates in PEM format of the authorities that may have signed the database's certificate; undefined: `sslmode` alone decides. */
  databaseCa: string | undefined
  databasePool: number
  /** Longest wait of a request for a connection. */
  databaseWaitMs: number
}

/** @throws ConfigError for URLs that cannot be used together. */
export function databaseConfig(e: Variables, { production, rehearsal }: Purpose): DatabaseConfig {
  const places = placesOf(e, production)
  return {
    databaseUrl: e.DATABASE_URL,
    databaseIsRemote: places?.isLocal === false,
    databaseWays: { readUrl: e.DATABASE_READ_URL, directUrl: e.DATABASE_DIRECT_URL },
    // A rehearsal reads no replicas of the service in use.
    databaseReplicas: { urls: rehearsal ? [] : e.DATABASE_REPLICA_URLS, lagSeconds: e.REPLICA_LAG_SECONDS },
    databaseCa: places?.ca,
    databasePool: e.DATABASE_POOL,
    databaseWaitMs: e.DATABASE_WAIT_SECONDS * 1000,
  }
}

/** The part of the configuration that a command needs, and a way around a pooler. @throws ConfigError */
export function loadDatabaseConfig(
  env: Record<string, string | undefined>,
): Pick<DatabaseConfig, 'databaseUrl' | 'databaseCa'> & Pick<Purpose, 'dataDir'> {
  const e = readVariables(z.object({ ...databaseVariables, ...processVariables }), env)
  const production = e.NODE_ENV === 'production'
  if (production && e.DATABASE_URL === undefined) throw new ConfigError('Missing in production: DATABASE_URL')
  return {
    databaseUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
    databaseCa: placesOf(e, production)?.ca,
    dataDir: path.resolve(e.DATA_DIR),
  }
}

/** @throws ConfigError for URLs that cannot be used together. */
function placesOf(e: Variables, production: boolean): { ca: string | undefined; isLocal: boolean } | undefined {
  let ca: string | undefined
  const own = (['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_DIRECT_URL'] as const).map((name) => ({
    name,
    url: e[name],
  }))
  const replicas = e.DATABASE_REPLICA_URLS.map((url) => ({ name: 'DATABASE_REPLICA_URLS', url }))
  const places = [...own, ...replicas].flatMap(({ name, url }) => {
    if (url === undefined) return []
    if (e.DATABASE_URL === undefined) throw new ConfigError(`${name} is nothing without DATABASE_URL`)
    try {
      ca ??= e.DATABASE_CA && readCertificates('DATABASE_CA', e.DATABASE_CA)
      const { all } = addressesOf(url, ca)
      if (production && all.some(({ isLocal, sslMode }) => !isLocal && sslMode === 'prefer'))
        throw new Error('sslmode=prefer may reach another machine without TLS: say require, verify-full or disable')
      return all
    } catch (error) {
      throw new ConfigError(`Invalid configuration: ${name}: ${error instanceof Error ? error.message : error}`)
    }
  })
  return places.length === 0 ? undefined : { ca, isLocal: places.every(({ isLocal }) => isLocal) }
}
