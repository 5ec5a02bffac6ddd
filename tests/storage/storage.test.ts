import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { test as bare, describe, expect, vi } from 'vitest'
import { sweepOrphans } from '../../src/storage/jobs.ts'
import { warnOfOwnFolder } from '../../src/storage/nodes.ts'
import { openBucket } from '../../src/storage/s3.ts'
import { rangeOf } from '../../src/storage/serve.ts'
import { type TestApp, type TestUser, test as withApp } from '../support/app.ts'
import { ACCESS_KEY, SECRET_KEY, startBucket, type TestBucket } from '../support/bucket.ts'
import { fastFolder } from '../support/folders.ts'

const DAYS = 24 * 60 * 60 * 1000

/** A place of files, as a test looks at it from outside. */
interface Place {
  env: Record<string, string>
  names(): string[]
  /** Makes a file two days old. */
  age(name: string): void
  remove(name: string): void
  /** Has no room, from now on or again. */
  fill(isFull: boolean): Promise<void>
}

const folderOf = (root: string): Place => {
  let restore = () => {}
  return {
    env: { STORAGE_URL: pathToFileURL(root).href },
    names: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort(),
    age: (name) => utimesSync(path.join(root, name), new Date(), new Date(Date.now() - 2 * DAYS)),
    remove: (name) => rmSync(path.join(root, name)),
    async fill(isFull) {
      restore()
      if (!isFull) return
      const probe = await open(root)
      const handles: { sync(): Promise<void> } = Object.getPrototypeOf(probe)
      await probe.close()
      // A disk may say only here that there was no room for what it has accepted.
      const spy = vi.spyOn(handles, 'sync')
      spy.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC' }))
      restore = () => spy.mockRestore()
    },
  }
}

const bucketOf = (bucket: TestBucket): Place => ({
  env: { STORAGE_URL: bucket.url, STORAGE_ACCESS_KEY: ACCESS_KEY, STORAGE_SECRET_KEY: SECRET_KEY },
  names: () => [...bucket.objects.keys()].map((key) => key.replace(/^sejour\//, '')).sort(),
  age(name) {
    const object = bucket.objects.get(`sejour/${name}`)
    if (object) object.modified = new Date(Date.now() - 2 * DAYS)
  },
  remove: (name) => bucket.objects.delete(`sejour/${name}`),
  async fill(isFull) {
    bucket.trouble = isFull ? 'full' : undefined
  },
})

interface Here {
  bucket: TestBucket
  place: Place
  env: Record<string, string>
}

const inBucket = withApp.extend<Here>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  bucket: async ({}, use) => {
    const bucket = await startBucket()
    await use(bucket)
    await bucket.close()
  },
  place: async ({ bucket }, use) => use(bucketOf(bucket)),
  env: async ({ place }, use) => use(place.env),
})

const inFolder: typeof inBucket = inBucket.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  place: async ({}, use) => {
    const root = mkdtempSync(path.join(fastFolder(), 'sejour-files-'))
    const place = folderOf(root)
    await use(place)
    await place.fill(false)
    rmSync(root, { recursive: true })
  },
})

const picture = async (color: string) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
        .png()
        .toBuffer(),
    ),
  ])

const addPhoto = async (t: TestApp, owner: TestUser, home: string, color = 'red') =>
  t.form(`/properties/${home}/photos`, { photo: await picture(color) }, owner)

const fetchFile = async (
  t: TestApp,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => {
  const answer = await t.app.inject({ method, url, headers })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

const nameIn = (url: string) => url.replace('/storage/', '')

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
] as const)('files in %s', (_where, test) => {
  test('are served whole, in part, as headers and not again; a file that vanished is 404', async ({ t, place }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { url, id } = (await addPhoto(t, owner, home)).body.data
    const whole = await fetchFile(t, url)
    const { etag, 'last-modified': modified } = whole.headers
    expect([whole.status, whole.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(whole.content.length),
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[\w-]+\.webp"$/),
        'last-modified': expect.stringMatching(/ GMT$/),
        'cross-origin-resource-policy': 'cross-origin',
      },
    ])
    expect((await sharp(whole.content).metadata()).format).toBe('webp')

    const head = await fetchFile(t, url, {}, 'HEAD')
    const same = ['content-length', 'content-type', 'etag', 'cache-control', 'last-modified', 'accept-ranges']
    expect([head.status, head.content.length]).toEqual([200, 0])
    for (const name of same) expect(head.headers[name], name).toBe(whole.headers[name])

    for (const headers of [{ 'if-none-match': `"x", W/${etag}` }, { 'if-modified-since': String(modified) }]) {
      const again = await fetchFile(t, url, headers)
      expect([again.status, again.content.length, again.headers.etag]).toEqual([304, 0, etag])
    }
    const size = whole.content.length
    for (const [range, from, to] of [
      ['bytes=5-9', 5, 9],
      [`bytes=10-${size * 2}`, 10, size - 1],
      ['bytes=-7', size - 7, size - 1],
    ] as const) {
      const part = await fetchFile(t, url, { range })
      expect([part.status, part.headers['content-range'], part.headers['content-length']], range).toEqual([
        206,
        `bytes ${from}-${to}/${size}`,
        String(to - from + 1),
      ])
      expect(part.content.equals(whole.content.subarray(from, to + 1)), range).toBe(true)
    }
    const beyond = await fetchFile(t, url, { range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['cache-control']]).toEqual([
      416,
      `bytes */${size}`,
      'no-store',
    ])
    expect((await fetchFile(t, url, { range: 'bytes=0-4', 'if-range': '"another"' })).status).toBe(200)

    for (const wrong of [
      '/storage/attachments/x.pdf',
      '/storage/partial/x',
      '/storage/avatars/../properties/x.webp',
      `/storage/properties/..%2f${nameIn(url)}`,
      '/storage/',
      `${url}/x`,
    ])
      expect((await t.call('GET', `/${wrong}`)).status, wrong).toBe(404)

    place.remove(nameIn(url))
    for (const headers of [{}, { range: 'bytes=0-4' }, { 'if-none-match': String(etag) }]) {
      const gone = await fetchFile(t, url, headers)
      expect([gone.status, JSON.parse(String(gone.content)).success, gone.headers['cache-control']]).toEqual([
        404,
        false,
        'no-store',
      ])
    }
    expect((await t.call('DELETE', `/properties/${home}/photos/${id}`, undefined, owner)).status).toBe(200)
    expect(place.names()).toEqual([])
  })

  test('a full one is 507, with neither a row nor a file, and the same upload works when there is room', async ({
    t,
    place,
  }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const avatar = async () => t.call('GET', '/user', undefined, owner).then(({ body }) => body.data.avatar)
    await place.fill(true)
    const refused = await addPhoto(t, owner, home)
    expect([refused.status, refused.body]).toEqual([
      507,
      { success: false, message: 'Il n’y a plus de place pour ce fichier : réessayez plus tard.' },
    ])
    const data = new FormData()
    data.set('avatar', await picture('blue'))
    const form = new Response(data)
    const changed = await t.call('PUT', '/user', Buffer.from(await form.arrayBuffer()), {
      ...owner,
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
    })
    expect(changed.status).toBe(507)
    expect([place.names(), await t.db`select from property_photos`, await avatar()]).toEqual([[], [], null])
    await place.fill(false)
    expect((await addPhoto(t, owner, home)).status).toBe(201)
    expect(place.names()).toHaveLength(1)
  })

  test('without a row are swept after a day: rolled back, half written, not removed; all others stay', async ({
    t,
    place,
  }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const kept = nameIn((await addPhoto(t, owner, home)).body.data.url)
    const young = nameIn(await t.app.storage.save('properties', Buffer.from('young'), 'webp'))
    const orphans: string[] = []
    for (const folder of ['properties', 'avatars', 'avatars', 'avatars', 'attachments'] as const)
      orphans.push(nameIn(await t.app.storage.save(folder, Buffer.from('old'), 'webp')))
    await t.app.storage.files.write('partial/0f', Buffer.from('half'))
    orphans.push('partial/0f')

    // A photo whose file cannot be removed is gone for its owner; the file is found later.
    const failed = (await addPhoto(t, owner, home, 'green')).body.data
    vi.spyOn(t.app.storage.files, 'remove').mockRejectedValueOnce(new Error('the disk is away'))
    expect((await t.call('DELETE', `/properties/${home}/photos/${failed.id}`, undefined, owner)).status).toBe(200)
    expect(place.names()).toContain(nameIn(failed.url))
    orphans.push(nameIn(failed.url))

    // PostgreSQL goes away at a time when the transaction may be committed: nobody knows, so the file stays.
    const refuseWith = (code: string) =>
      t.db.unsafe(`create or replace function refuse() returns trigger language plpgsql
        as $$ begin raise 'no' using errcode = '${code}'; end $$`)
    await refuseWith('57P01')
    await t.db`create trigger refuse before insert on property_photos execute function refuse()`
    const known = new Set(place.names())
    expect((await addPhoto(t, owner, home)).status).toBe(503)
    orphans.push(...place.names().filter((name) => !known.has(name)))
    expect(orphans).toHaveLength(8)
    // What it refuses is rolled back: the file goes at once.
    await refuseWith('23514')
    expect((await addPhoto(t, owner, home)).status).toBe(500)
    expect(place.names()).toHaveLength(known.size + 1)

    for (const name of [...orphans, kept]) place.age(name)
    await sweepOrphans.run(t.app, {})
    expect(place.names()).toEqual([kept, young].sort())
  })
})

describe('a bucket that is away', () => {
  inBucket('is 503 with Retry-After, for readers and for writers, and nothing is half made', async ({ t, bucket }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { url } = (await addPhoto(t, owner, home)).body.data
    await bucket.close()
    const answers = [await t.call('GET', `/${url}`), await addPhoto(t, owner, home)]
    for (const { status, headers, body } of answers)
      expect([status, headers['retry-after'], body.success]).toEqual([503, '10', false])
    expect(await t.db`select from property_photos`).toHaveLength(1)
    // The test's end closes it again.
    bucket.close = async () => {}
  })

  inBucket(
    'and one that says nothing, or stops in the middle, is waited for as long as it may take',
    async ({ bucket }) => {
      const place = { bucket: 'files', prefix: '', endpoint: bucket.endpoint, region: 'eu-test-1' }
      const keys = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY }
      const files = openBucket(place, keys, { connectMs: 20_000, answerMs: 20_000, silenceMs: 20_000 })
      const restless = openBucket(place, keys, { connectMs: 20_000, answerMs: 20_000, silenceMs: 200 })
      const hasty = openBucket(place, keys, { connectMs: 20_000, answerMs: 100, silenceMs: 200 })
      const content = Buffer.alloc(100_000, 'x')
      await files.write('avatars/a.webp', content)
      expect((await buffer((await files.read('avatars/a.webp'))?.body ?? Readable.from([]))).equals(content)).toBe(true)
      bucket.trouble = 'half'
      const cut = async () => buffer((await restless.read('avatars/a.webp'))?.body ?? Readable.from([]))
      await expect(cut()).rejects.toThrow()
      bucket.trouble = 'silent'
      const name = 'avatars/a.webp'
      const late = [hasty.read(name), hasty.facts(name), hasty.write('avatars/b.webp', content), hasty.remove(name)]
      for (const outcome of await Promise.allSettled<unknown>(late))
        expect(outcome).toMatchObject({ reason: { code: 'unavailable', headers: { 'retry-after': '10' } } })
      bucket.trouble = undefined
      const stranger = openBucket(place, { ...keys, secretAccessKey: 'another' })
      await expect(stranger.write('avatars/c.webp', content)).rejects.toMatchObject({ code: 'unavailable' })
      expect([...bucket.objects.keys()]).toEqual(['avatars/a.webp'])
    },
  )
})

const WRITER = `
  import { openFolder } from '${path.resolve(import.meta.dirname, '../../src/storage/folder.ts')}'
  const files = await openFolder(process.argv[1])
  const content = Buffer.alloc(4_000_000, 'x')
  for (let number = 0; ; number = (number + 1) % 10) await files.write('avatars/' + number + '.webp', content)
`

bare('a process that is killed while it writes leaves whole files only', async () => {
  const root = mkdtempSync(path.join(fastFolder(), 'sejour-files-'))
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, root], { stdio: 'ignore' })
  const exit = once(writer, 'exit')
  const written = () => globSync(path.join(root, 'avatars/*'))
  try {
    await vi.waitFor(() => expect(written().length).toBeGreaterThan(5), { timeout: 20_000 })
  } finally {
    writer.kill('SIGKILL')
    await exit
  }
  for (const file of written()) expect(statSync(file).size, file).toBe(4_000_000)
  rmSync(root, { recursive: true })
})

/** A disk of this size; undefined: this user may mount none. */
function mountDisk(kilobytes: number): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

const disk = mountDisk(64)
const onDisk = withApp.extend({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => {
    await use({ STORAGE_URL: pathToFileURL(disk ?? '').href })
    if (disk === undefined) return
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  },
})

describe.skipIf(disk === undefined)('a real disk of 64 KB (needs root)', () => {
  onDisk('that is full refuses the next file as a whole, and serves those that it has', async ({ t }) => {
    const saved: string[] = []
    const content = Buffer.alloc(20_000, 'x')
    await expect(
      (async () => {
        for (;;) saved.push(await t.app.storage.save('avatars', content, 'webp'))
      })(),
    ).rejects.toMatchObject({ code: 'storageFull', status: 507 })
    expect(saved.length).toBeGreaterThan(0)
    expect(readdirSync(path.join(disk ?? '', 'partial'))).toEqual([])
    expect(readdirSync(path.join(disk ?? '', 'avatars'))).toHaveLength(saved.length)
    for (const url of saved) expect((await fetchFile(t, url)).content.equals(content)).toBe(true)
    await t.app.storage.remove(saved[0] ?? '')
    await t.app.storage.save('avatars', content, 'webp')
  })
})

withApp('a node with a folder of its own says so when it is not the only one', async ({ t }) => {
  const warned = async (app: TestApp['app']) => {
    const warn = vi.spyOn(app.log, 'warn')
    warnOfOwnFolder(app)
    return warn.mock.calls.map(([, text]) => text)
  }
  expect(await warned(t.app)).toEqual([])
  const { app: peer } = await t.node()
  expect(await warned(peer)).toEqual([expect.stringContaining('Set STORAGE_URL')])
})

bare('a range is read as the protocol says', () => {
  const cases: [string, unknown][] = [
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=-0', 'outside'],
    ['bytes=10-12', 'outside'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['bytes=-', undefined],
    ['pages=1-2', undefined],
    ['bytes=a-b', undefined],
  ]
  for (const [header, expected] of cases) expect(rangeOf(header, 10), header).toEqual(expected)
  expect(rangeOf('bytes=0-', 0)).toBe('outside')
})
