import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'

export const ACCESS_KEY = 'AKSEJOUR'
export const SECRET_KEY = 'a secret of the bucket'

/** Faults of a bucket. */
export type Trouble = 'full' | 'silent' | 'half' | undefined

export interface TestBucket {
  /** For `STORAGE_URL`. */
  url: string
  endpoint: string
  objects: Map<string, { content: Buffer; modified: Date }>
  trouble: Trouble
  requests: string[]
  close(): Promise<void>
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * A bucket `files` that speaks the part of the S3 protocol that the service uses, in path style, and refuses requests whose
 * signature (AWS Signature Version 4) or whose hash of the content is wrong.
 */
export async function startBucket(): Promise<TestBucket> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(bucket, request, Buffer.concat(parts), response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const bucket: TestBucket = {
    url: `s3://files/sejour?endpoint=${encodeURIComponent(endpoint)}&region=eu-test-1`,
    endpoint,
    objects: new Map(),
    trouble: undefined,
    requests: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return bucket
}

function answer(bucket: TestBucket, request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://bucket')
  bucket.requests.push(`${request.method} ${url.pathname}`)
  if (bucket.trouble === 'silent') return
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  if (!isSigned(request, url, body)) return void refuse(403, 'SignatureDoesNotMatch')
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (name !== 'files') return void refuse(404, 'NoSuchBucket')
  const key = rest.join('/')
  if (request.method === 'GET' && key === '') return void list(bucket, url.searchParams, response)
  if (request.method === 'PUT') {
    if (bucket.trouble === 'full') return void refuse(507, 'XMinioStorageFull')
    bucket.objects.set(key, { content: body, modified: new Date() })
    return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
  }
  if (request.method === 'DELETE') {
    bucket.objects.delete(key)
    return void response.writeHead(204).end()
  }
  const object = bucket.objects.get(key)
  if (!object) return void refuse(404, 'NoSuchKey')
  const size = object.content.length
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = start === undefined ? object.content : object.content.subarray(Number(start), Number(end) + 1)
  response.writeHead(start === undefined ? 200 : 206, {
    'last-modified': object.modified.toUTCString(),
    'content-length': part.length,
    ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (bucket.trouble === 'half') response.write(part.subarray(0, part.length / 2))
  else response.end(request.method === 'HEAD' ? undefined : part)
}

function list({ objects }: TestBucket, query: URLSearchParams, response: http.ServerResponse): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  // Real services send a thousand; two a page show that all pages are read.
  const most = Math.min(2, Number(query.get('max-keys') ?? 1_000))
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = found.slice(0, most)
  const isCut = found.length > shown.length
  const contents = shown.map(
    ([key, { content, modified }]) =>
      `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
  )
  const next = isCut ? `<NextContinuationToken>${shown.at(-1)?.[0]}</NextContinuationToken>` : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`)
}

/** True if a request has the signature that its content and the secret make. */
function isSigned({ method, headers }: http.IncomingMessage, url: URL, body: Buffer): boolean {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [accessKey, date = '', region = '', ...scope] = credential.split('/')
  const hash = String(headers['x-amz-content-sha256'])
  if (accessKey !== ACCESS_KEY || region !== 'eu-test-1' || hash !== sha256(body)) return false
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))) return false
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query.join('&'), signed.join(''), names, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], [date, region, ...scope].join('/'), sha256(canonical)]
  const key = [region, ...scope].reduce((key, part) => hmac(key, part), hmac(`AWS4${SECRET_KEY}`, date))
  return timingSafeEqual(hmac(key, text.join('\n')), Buffer.from(signature, 'hex'))
}
