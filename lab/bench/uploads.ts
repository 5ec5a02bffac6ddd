import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { request } from 'undici'
import { median, quantile, quartiles, report, round, SERVICE, startServer } from './support.ts'

const ROUNDS = 5
const SECONDS = 6
const SEARCHERS = 4
const PHOTOS = 30
const DOCUMENTS = 20
/** Number sent at once, as a browser does. */
const AT_ONCE = 4
const DOCUMENT_BYTES = 4_000_000

/** A photo of twelve megapixels, as of a telephone. */
async function drawPhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const pixels = await sharp({ create: { width: 1_000, height: 750, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer()
  const jpeg = await sharp(pixels).resize(4_000, 3_000).jpeg({ quality: 80 }).toBuffer()
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
}

const document = () => {
  const bytes = new Uint8Array(DOCUMENT_BYTES)
  bytes.set(Buffer.from('%PDF-1.7\n'))
  return new Blob([bytes], { type: 'application/pdf' })
}

/** Clients search until `end` resolves; the milliseconds of each answer. */
async function searchUntil(url: string, city: string, end: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  const searchers = Array.from({ length: SEARCHERS }, async () => {
    while (!isOver) {
      const start = performance.now()
      const { statusCode, body } = await request(`${url}/api/v1/properties/search?city_id=${city}&adults=2`)
      await body.dump()
      if (statusCode !== 200) throw new Error(`a search is ${statusCode}`)
      times.push(performance.now() - start)
    }
  })
  await Promise.all([over, ...searchers])
  return times
}

/** The 99th percentile of searches while an owner uploads photos and a guest sends documents, beside the same without, in turns. */
export async function benchUploads(app: FastifyInstance, databaseUrl: string, dataDir: string): Promise<void> {
  const [home] = await app.db<{ id: string; owner_id: number; city_id: string }[]>`
    select id, owner_id, city_id from properties where status = 'published' order by id limit 1`
  const [guest] = await app.db<{ id: number }[]>`
    select id from users where email_verified_at is not null and role = 'user' order by id limit 1`
  if (!home || !guest) throw new Error('no demo')
  const tokenOf = (id: number) => ({ authorization: `Bearer ${app.issueToken({ id, token_version: 1 }).token}` })
  const service = await startServer(SERVICE, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PICTURES_PER_DAY: '1000000',
    ATTACHMENT_MEGABYTES_PER_DAY: '1000000',
  })
  const [photo, pdf] = [await drawPhoto(), document()]
  const send = async (path: string, headers: Record<string, string>, fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const response = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body: form })
    if (response.status !== 201) throw new Error(`${path} is ${response.status}: ${await response.text()}`)
  }
  const uploads = () => [
    ...Array.from(
      { length: PHOTOS },
      () => () => send(`/properties/${home.id}/photos`, tokenOf(home.owner_id), { photo }),
    ),
    ...Array.from(
      { length: DOCUMENTS },
      () => () =>
        send('/messages', tokenOf(guest.id), {
          receiver_id: String(home.owner_id),
          property_id: home.id,
          content: 'Our papers',
          attachment: pdf,
        }),
    ),
  ]
  const uploadAll = async () => {
    await app.db`delete from property_photos where property_id = ${home.id}`
    const queue = uploads().values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const upload of queue) await upload()
      }),
    )
  }
  const p99s = { alone: [] as number[], beside: [] as number[] }
  const seconds: number[] = []
  try {
    for (let index = 0; index <= ROUNDS; index++) {
      const alone = await searchUntil(service.url, home.city_id, new Promise((end) => setTimeout(end, SECONDS * 1000)))
      const start = performance.now()
      const beside = await searchUntil(service.url, home.city_id, uploadAll())
      // The first round is a warm-up and is not counted.
      if (index === 0) continue
      seconds.push((performance.now() - start) / 1000)
      p99s.alone.push(quantile(alone, 0.99))
      p99s.beside.push(quantile(beside, 0.99))
    }
  } finally {
    service.stop()
  }
  const [beside, alone] = [median(p99s.beside), median(p99s.alone)]
  report('search beside uploads, p99', `${round(beside, 1)} ms`, `${round(alone, 1)} ms`, beside / alone, '<= 1.5')
  const [low, high] = quartiles(p99s.beside.map((value, index) => value / (p99s.alone[index] ?? value)))
  console.log(
    `  quartiles of the ratio ${round(low, 2)} to ${round(high, 2)}; ${PHOTOS} photos of 12 megapixels and ${DOCUMENTS} documents in ${round(median(seconds), 1)} s`,
  )
}
