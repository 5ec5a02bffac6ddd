import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { AppError } from '../../../src/platform/http/errors.ts'
import { decodePicture, isPicture } from '../../../src/platform/storage/decode.ts'
import { noRoom } from '../../../src/platform/storage/files.ts'
import { encodeImage } from '../../../src/platform/storage/images.ts'
import { isolated, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { portOf } from '../../support/sockets.ts'

const form = (number: number, changes: Record<string, string> = {}) => ({
  username: `grace${number}`,
  first_name: 'Grace',
  last_name: 'Hopper',
  country_id: 'US',
  email: `grace${number}@example.org`,
  password: 'cobol60',
  password_confirmation: 'cobol60',
  ...changes,
})

let registrations = 0

const register = (t: TestApp, avatar: Uint8Array, changes = {}) =>
  t.form('/auth/register', { ...form(++registrations, changes), avatar: new Blob([new Uint8Array(avatar)]) })

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' }, limitInputPixels: false })

/** Processor time of `work` in seconds, on all threads. */
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

/** Hundreds of thousands of rectangles in a few lines, without a size, so that a decoder has to measure all of them. */
function svgBomb(): Buffer {
  const levels = Array.from(
    { length: 5 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}" x="1"/>`.repeat(10)}</g>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"><rect width="9" height="9"/></g>${levels.join('')}</svg>`,
  )
}

/** A grey jpeg of 49 megapixels with 880 scans of 75 bytes, each of which covers the whole picture. */
function jpegBomb(): Buffer {
  const edge = 7_000
  const blocks = (edge / 8) ** 2
  const segment = (marker: number, ...content: number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content])
  // A scan consists of runs of blocks without coefficients: code 0 and 14 bits, then code 10 and 13 bits.
  const longest = 2 ** 15 - 1
  const longRuns = Math.floor(blocks / longest)
  const rest = blocks % longest
  const runs = [
    ...Array<string>(longRuns).fill(`0${'1'.repeat(14)}`),
    `10${(rest - 2 ** 13).toString(2).padStart(13, '0')}`,
  ]
  const bits = `${runs.join('')}${'1'.repeat(7)}`
  const empty = Buffer.from(
    (bits.match(/.{8}/g) ?? []).flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)])),
  )
  const scans: Buffer[] = []
  for (let low = 13; low >= 0; low--) {
    for (let coefficient = 1; coefficient < 64; coefficient++) {
      scans.push(segment(0xda, 1, 1, 0, coefficient, coefficient, low === 13 ? low : ((low + 1) << 4) | low), empty)
    }
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, edge >> 8, edge & 255, edge >> 8, edge & 255, 1, 1, 0x11, 0),
    segment(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
    segment(0xc4, 0x10, 1, 1, ...Array<number>(14).fill(0), 0xe0, 0xd0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A black png with one bit per pixel. */
function linePng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(content.length)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('pictures of strangers', () => {
  test('an svg, or a jpeg of many scans, is refused before it is decoded', async ({ t }) => {
    const bombs = [svgBomb(), svgBomb(), svgBomb(), jpegBomb()]
    const refuse = (files: Buffer[]) =>
      cpuSeconds(async () => {
        for (const file of files) {
          const { status, body } = await register(t, file)
          expect([status, body.data]).toEqual([400, { avatar: ['Le fichier doit être une image jpeg, png ou webp.'] }])
        }
      })
    // A first request loads what refuses them.
    await refuse([Buffer.from('text')])
    // It takes some 30 ms; decoding even one of them takes more than this.
    expect(await refuse(bombs)).toBeLessThan(1)
    expect(isPicture(svgBomb())).toBe(false)
    // The decoder refuses them as well, without decoding any.
    const refused = await cpuSeconds(async () => {
      for (const bomb of [svgBomb(), jpegBomb()]) await expect(decodePicture(bomb, [100])).rejects.toThrow('imageType')
    })
    expect(refused).toBeLessThan(2)
    await expect(sharp(svgBomb()).metadata()).rejects.toThrow('unsupported image format')
  })

  test('the event loop looks at the first bytes only, whatever follows; the decoder counts scans', async () => {
    const bomb = jpegBomb()
    expect([isPicture(bomb.subarray(0, 12)), isPicture(bomb)]).toEqual([true, true])
    await expect(decodePicture(bomb, [100])).rejects.toThrow('imageType')
  })

  test('a jpeg of several scans is a picture like any other', async ({ t }) => {
    expect((await register(t, await blank(300, 200).jpeg({ progressive: true }).toBuffer())).status).toBe(201)
  })

  test.for(['jpeg', 'png', 'webp'] as const)(
    'a %s that unpacks to more than 50 megapixels is refused',
    async (format, { t }) => {
      const bomb = await blank(9_000, 6_000).toFormat(format).toBuffer()
      const { status, body } = await register(t, bomb)
      expect([status, body.data]).toEqual([400, { avatar: ['L’image est trop grande : 50 mégapixels au plus.'] }])
    },
  )

  test('a small png of one column and 49 million rows is refused before it is decoded, and so is one row', async ({
    t,
  }) => {
    for (const [width, height] of [
      [1, 49_000_000],
      [12_001, 1],
    ] as const) {
      const bomb = linePng(width, height)
      const { status, body } = await register(t, bomb)
      expect([status, body.data]).toEqual([
        400,
        { avatar: ['L’image est trop grande : 12 000 pixels de côté au plus.'] },
      ])
      // Here, because the processor time of the decoder of the service is not that of this process.
      const seconds = await cpuSeconds(() => expect(decodePicture(bomb, [512])).rejects.toThrow('imageSides'))
      expect(seconds).toBeLessThan(2)
    }
    expect((await register(t, linePng(12_000, 1))).status).toBe(201)
  })

  test('two are decoded at a time, forty wait, and whoever has most in the line is 503; others do not wait for them', async ({
    t,
  }) => {
    const user = await t.user()
    const slow = await blank(4_000, 4_000).jpeg({ progressive: true }).toBuffer()
    const small = await blank(30, 20).png().toBuffer()
    let finished = 0
    const outcomes: number[] = []
    const decode = () =>
      encodeImage(slow, 100, 'photo').then(
        () => finished++,
        (error: unknown) => outcomes.push(error instanceof AppError ? error.status : 0),
      )
    const decoding = Array.from({ length: 42 }, decode)
    await vi.waitFor(() => expect(outcomes).toEqual([503]))
    expect((await register(t, small)).status).toBe(201)
    expect(finished).toBeLessThan(4)
    expect((await register(t, small, { country_id: 'XX' })).body.data).toHaveProperty('country_id')
    expect((await t.call('POST', '/auth/login', { login: user.email, password: PASSWORD })).status).toBe(201)
    await Promise.all(decoding)
    expect(finished).toBeGreaterThanOrEqual(40)
    expect(new Set(outcomes)).toEqual(new Set([503]))
    await expect(encodeImage(Buffer.from([0xff, 0xd8, 0xff, 0xff]), 100, 'photo')).rejects.toMatchObject({
      status: 400,
    })
  })
})

const photoOf = async (t: TestApp, owner: TestUser, home: string, width: number, height: number) => {
  const photo = new Blob([new Uint8Array(await blank(width, height).jpeg().toBuffer())])
  return t.form(`/properties/${home}/photos`, { photo }, owner)
}

/** The sides of the picture at an address. */
async function sidesAt(t: TestApp, url: string) {
  const { statusCode, rawPayload } = await t.app.inject(url)
  const { width, height } = await sharp(rawPayload).metadata()
  return [statusCode, width, height]
}

describe('a photo', () => {
  test('that is narrow has each version under its own name, also those of one width', async ({ t }) => {
    const owner = await t.user()
    const { body } = await photoOf(t, owner, await t.home(owner), 2, 4_096)
    const { sizes } = body.data
    expect(sizes.map((size: { height: number }) => size.height)).toEqual([640, 1_280, 2_048])
    for (const { url, width, height } of sizes) expect(await sidesAt(t, url)).toEqual([200, width, height])
  })

  isolated('whose client has gone before its row is written leaves no file', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { save } = t.app.storage
    const port = await portOf(t.app)
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(await blank(700, 500).jpeg().toBuffer())]), 'photo.jpg')
    const client = new AbortController()
    const closed = new Promise<void>((resolve) => {
      t.app.server.on('connection', (socket) => socket.once('close', () => resolve()))
    })
    const discarded = new Promise<void>((resolve) => {
      const { discard } = t.app.storage
      t.app.storage.discard = async (path, error) => {
        await discard(path, error)
        if (/-640/.test(path)) resolve()
      }
    })
    t.app.storage.save = async (folder, content, extension) => {
      client.abort()
      await closed
      return save(folder, content, extension)
    }
    const url = `http://127.0.0.1:${port}/api/v1/properties/${home}/photos`
    const headers = { authorization: `Bearer ${owner.token}` }
    await expect(fetch(url, { method: 'POST', body: form, headers, signal: client.signal })).rejects.toThrow()
    await discarded
    expect(await t.db`select from property_photos where property_id = ${home}`).toHaveLength(0)
    expect(await readdir(path.join(t.app.config.dataDir, 'storage/properties'))).toEqual([])
  })

  test('is there in several widths, which go with it', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { body } = await photoOf(t, owner, home, 3_000, 1_500)
    const { id, sizes } = body.data
    expect(sizes.map((size: { width: number; height: number }) => [size.width, size.height])).toEqual([
      [640, 320],
      [1_280, 640],
      [2_048, 1_024],
    ])
    expect(sizes.at(-1).url).toBe(body.data.url)
    for (const { url, width, height } of sizes) expect(await sidesAt(t, url)).toEqual([200, width, height])
    const shown = await t.call('GET', `/properties/${home}`)
    expect(shown.body.data.photos[0].sizes).toEqual(sizes)
    await t.call('DELETE', `/properties/${home}/photos/${id}`, undefined, owner)
    for (const { url } of sizes) expect((await t.app.inject(url)).statusCode).toBe(404)
  })

  isolated('is not stored at all if one of its versions finds no room', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { files } = t.app.storage
    const write = files.write.bind(files)
    const written: string[] = []
    vi.spyOn(files, 'write').mockImplementation(async (name, content) => {
      if (written.length === 2) throw noRoom('the disk is full')
      written.push(name)
      await write(name, content)
    })
    expect((await photoOf(t, owner, home, 3_000, 1_500)).status).toBe(507)
    expect(written).toHaveLength(2)
    for (const name of written) expect(await files.facts(name)).toBeUndefined()
    expect((await t.call('GET', `/properties/${home}`)).body.data.photos).toEqual([])
  })

  test('that is small has no larger and no equal version', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const widths = async (width: number, height: number) =>
      (await photoOf(t, owner, home, width, height)).body.data.sizes.map((size: { width: number }) => size.width)
    expect(await widths(640, 100)).toEqual([640])
    expect(await widths(300, 641)).toEqual([300, 300])
  })
})
