import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { vi } from 'vitest'
import { type TestApp, type TestUser, test as withApp } from './app.ts'
import { ACCESS_KEY, SECRET_KEY, startBucket, type TestBucket } from './bucket.ts'
import { fastFolder } from './folders.ts'

const DAYS = 24 * 60 * 60 * 1000

/** A place of files, as a test looks at it from outside. */
export interface Place {
  env: Record<string, string>
  names(): string[]
  /** Makes a file two days old. */
  age(name: string): void
  remove(name: string): void
  /** Takes or returns all room. */
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

export const inBucket = withApp.extend<Here>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  bucket: async ({}, use) => {
    const bucket = await startBucket()
    await use(bucket)
    await bucket.close()
  },
  place: async ({ bucket }, use) => use(bucketOf(bucket)),
  env: async ({ place }, use) => use(place.env),
})

export const inFolder: typeof inBucket = inBucket.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  place: async ({}, use) => {
    const root = mkdtempSync(path.join(fastFolder(), 'sejour-files-'))
    const place = folderOf(root)
    await use(place)
    await place.fill(false)
    rmSync(root, { recursive: true })
  },
})

export const picture = async (color: string) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
        .png()
        .toBuffer(),
    ),
  ])

export const addPhoto = async (t: TestApp, owner: TestUser, home: string, color = 'red') =>
  t.form(`/properties/${home}/photos`, { photo: await picture(color) }, owner)

export const fetchFile = async (
  t: TestApp,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => {
  const answer = await t.app.inject({ method, url, headers })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

export const nameIn = (url: string) => url.replace(/^.*\/storage\//, '')
