import type { ChildProcess } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

test('a decoder that ends takes only what it works on with it: 503, and another one decodes the next picture', async () => {
  // Without the decoder of tests before.
  vi.resetModules()
  const { encodeImage } = await import('../../../src/platform/storage/images.ts')
  const { promise: begun, resolve } = Promise.withResolvers<ChildProcess>()
  const remember = (message: unknown) => resolve((message as { process: ChildProcess }).process)
  channel('child_process').subscribe(remember)
  const jpeg = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const refused = expect(encodeImage(jpeg, 100, 'photo')).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '10' },
  })
  const decoder = await begun
  channel('child_process').unsubscribe(remember)
  decoder.kill('SIGKILL')
  await refused
  expect(await encodeImage(jpeg, 100, 'photo')).toMatchObject({ width: 100, height: 56 })
})
