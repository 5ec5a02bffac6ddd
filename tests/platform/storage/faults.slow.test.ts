import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { test as bare, describe, expect, vi } from 'vitest'
import { warnOfOwnFolder } from '../../../src/platform/storage/nodes.ts'
import { openBucket } from '../../../src/platform/storage/s3.ts'
import { rangeOf } from '../../../src/platform/storage/serve.ts'
import { type TestApp, test as withApp } from '../../support/app.ts'
import { ACCESS_KEY, SECRET_KEY } from '../../support/bucket.ts'
import { addPhoto, fetchFile, inBucket } from '../../support/files.ts'
import { fastFolder } from '../../support/folders.ts'

describe('a bucket that is away', () => {
  inBucket.extend({ neighbours: false })(
    'is 503 with Retry-After, for readers and for writers, and nothing is half made',
    async ({ t, bucket }) => {
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
    },
  )

  inBucket(
    'and one that says nothing, or stops in the middle, is waited for as long as it may take',
    async ({ bucket }) => {
      const place = { bucket: 'files', prefix: '', endpoint: bucket.endpoint, region: 'eu-test-1' }
      const keys = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY }
      const files = await openBucket(place, keys, { connectMs: 20_000, answerMs: 20_000, silenceMs: 20_000 })
      const restless = await openBucket(place, keys, { connectMs: 20_000, answerMs: 20_000, silenceMs: 200 })
      const hasty = await openBucket(place, keys, { connectMs: 20_000, answerMs: 100, silenceMs: 200 })
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
      const stranger = await openBucket(place, { ...keys, secretAccessKey: 'another' })
      await expect(stranger.write('avatars/c.webp', content)).rejects.toMatchObject({ code: 'unavailable' })
      expect([...bucket.objects.keys()]).toEqual(['avatars/a.webp'])
    },
  )
})

const WRITER = `
  import { openFolder } from '${path.resolve(import.meta.dirname, '../../../src/platform/storage/folder.ts')}'
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

/** Mounts a disk of 64 KB; returns how it is unmounted. @throws when this user may mount none. */
function mountDisk(folder: string): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  return () => execFileSync('umount', [folder])
}

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-disk-'))
  try {
    mountDisk(folder)()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const onDisk = withApp.extend<{ disk: string; env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  disk: async ({}, use) => {
    const folder = mkdtempSync(path.join(fastFolder(), 'sejour-disk-'))
    const unmount = mountDisk(folder)
    await use(folder)
    unmount()
    rmSync(folder, { recursive: true })
  },
  env: async ({ disk }, use) => use({ STORAGE_URL: pathToFileURL(disk).href }),
})

describe.skipIf(!mayMount())('a real disk of 64 KB (needs root)', () => {
  onDisk('that is full refuses the next file as a whole, and serves those that it has', async ({ t, disk }) => {
    const saved: string[] = []
    const content = Buffer.alloc(20_000, 'x')
    await expect(
      (async () => {
        for (;;) saved.push(await t.app.storage.save('avatars', content, 'webp'))
      })(),
    ).rejects.toMatchObject({ code: 'storageFull', status: 507 })
    expect(saved.length).toBeGreaterThan(0)
    expect(readdirSync(path.join(disk, 'partial'))).toEqual([])
    expect(readdirSync(path.join(disk, 'avatars'))).toHaveLength(saved.length)
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
