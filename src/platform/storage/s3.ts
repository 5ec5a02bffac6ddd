import { Readable } from 'node:stream'
import type { S3ServiceException } from '@aws-sdk/client-s3'
import type { AppError } from '../http/errors.ts'
import { type Files, type ListedFile, noRoom, outOfReach } from './files.ts'
import type { Bucket } from './location.ts'

/** Time-outs of a service: to accept a connection, to begin its answer, and to send the next bytes of a file. */
export interface Timeouts {
  connectMs: number
  answerMs: number
  silenceMs: number
}

const TIMEOUTS: Timeouts = { connectMs: 3_000, answerMs: 10_000, silenceMs: 30_000 }
/** A failed request is sent once more. */
const ATTEMPTS = 2
const PAGE = 500

const ABSENT = new Set(['NoSuchKey', 'NotFound'])
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])
const INSUFFICIENT_STORAGE = 507

/** True for an error that the service has answered. */
const isAnswer = (error: unknown): error is S3ServiceException => error instanceof Error && '$metadata' in error

const statusOf = (error: unknown): number | undefined => (isAnswer(error) ? error.$metadata.httpStatusCode : undefined)

function translated(error: unknown): AppError {
  const isFull = error instanceof Error && (FULL.has(error.name) || statusOf(error) === INSUFFICIENT_STORAGE)
  return isFull ? noRoom(error) : outOfReach(error)
}

async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isAnswer(error) && ABSENT.has(error.name)) return undefined
    throw translated(error)
  }
}

const reached = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw translated(error)
  })

/** Files in a bucket of S3 or a compatible service. A file appears there when it is whole. */
export async function openBucket(
  { bucket, prefix, endpoint, region }: Bucket,
  credentials: { accessKeyId: string; secretAccessKey: string },
  { connectMs, answerMs, silenceMs }: Timeouts = TIMEOUTS,
): Promise<Files> {
  // The client needs 25 MB of memory, which a service with a folder spares.
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // Many compatible services know no other checksums than the one in the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
  })
  const keyOf = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  return {
    async write(name, content) {
      await reached(client.send(new PutObjectCommand({ ...keyOf(name), Body: content })))
    },
    async facts(name) {
      const head = await ifPresent(client.send(new HeadObjectCommand(keyOf(name))))
      return head && { size: head.ContentLength ?? 0, modified: head.LastModified ?? new Date(0) }
    },
    async read(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const answer = await ifPresent(client.send(new GetObjectCommand({ ...keyOf(name), Range })))
      if (!answer) return undefined
      if (!(answer.Body instanceof Readable)) throw outOfReach(new Error('an answer without a body'))
      const whole = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength)
      return { facts: { size: whole, modified: answer.LastModified ?? new Date(0) }, body: answer.Body }
    },
    async remove(name) {
      await ifPresent(client.send(new DeleteObjectCommand(keyOf(name))))
    },
    async *list(folder, start) {
      let token: string | undefined
      do {
        const page = await reached(
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${prefix}${folder}/${start}`,
              MaxKeys: PAGE,
              ContinuationToken: token,
            }),
          ),
        )
        const files: ListedFile[] = (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key !== undefined && LastModified ? [{ name: Key.slice(prefix.length), modified: LastModified }] : [],
        )
        if (files.length > 0) yield files
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token !== undefined)
    },
    close() {
      client.destroy()
    },
  }
}
