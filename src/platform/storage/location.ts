import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Location of files: a folder of this machine or a mounted one, or a bucket of S3 or a compatible service. */
export type StorageLocation = { kind: 'folder'; path: string; isOwn: boolean } | ({ kind: 's3' } & Bucket)

export interface Bucket {
  bucket: string
  /** Prefix of the keys; empty, or with a slash at the end. */
  prefix: string
  /** undefined: Amazon. Other services are addressed with the bucket in the path. */
  endpoint: string | undefined
  region: string
}

/** A bucket's name, as all services accept it. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** `s3://bucket/prefix?endpoint=https://…&region=…`; undefined: it is no such address. Pure. */
function bucketOf(address: string): Bucket | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host) || url.username !== '' || url.password !== '') return undefined
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return undefined
  const prefix = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '')
  return {
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    // Most compatible services accept this name, whatever they call their regions.
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}

/** The folder or the bucket of files. */
export const storageLocation = z.string().transform((address, context): StorageLocation => {
  const url = URL.parse(address)
  if (url?.protocol === 'file:' && url.host === '') return { kind: 'folder', path: fileURLToPath(url), isOwn: false }
  const bucket = bucketOf(address)
  if (bucket) return { kind: 's3', ...bucket }
  context.addIssue('must be file:///folder or s3://bucket/prefix?endpoint=https://…&region=…')
  return z.NEVER
})
