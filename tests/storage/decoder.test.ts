import type { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import sharp from 'sharp'
import { expect } from 'vitest'
import { encodeImage } from '../../src/storage/images.ts'
import { test } from '../support/app.ts'

test('a decoder that ends takes only what it works on with it: 503, and another one decodes the next picture', async ({
  t,
}) => {
  const begun: ChildProcess[] = []
  const remember = (message: unknown) => begun.push((message as { process: ChildProcess }).process)
  channel('child_process').subscribe(remember)
  const owner = await t.user()
  const home = await t.home(owner)
  const jpeg = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const photo = () => t.form(`/properties/${home}/photos`, { photo: new Blob([new Uint8Array(jpeg)]) }, owner)
  const first = photo()
  await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(1)
  begun[0]?.kill('SIGKILL')
  const { status, headers } = await first
  expect([status, headers['retry-after']]).toEqual([503, '10'])
  expect(await t.db`select from property_photos where property_id = ${home}`).toEqual([])
  expect((await photo()).status).toBe(201)
  expect(await encodeImage(jpeg, 100, 'photo')).toMatchObject({ width: 100, height: 56 })
  channel('child_process').unsubscribe(remember)
  expect(begun).toHaveLength(2)
})
