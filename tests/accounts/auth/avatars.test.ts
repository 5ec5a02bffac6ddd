import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { register } from '../../support/accounts.ts'
import { alone, isolated } from '../../support/app.ts'

const picture = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()

isolated.for(['png', 'jpeg', 'webp'] as const)(
  'a %s avatar is recognised by its bytes, re-encoded and served',
  async (format, { t }) => {
    const { status, body } = await register(t, {
      avatar: new Blob([new Uint8Array(await picture(format))], { type: 'text/plain' }),
    })
    expect(status).toBe(201)
    const { avatar } = (await t.call('GET', '/user', undefined, { token: body.data.token })).body.data
    expect(avatar).toMatch(/^http:\/\/sejour.test\/storage\/avatars\/[\w-]+\.webp$/)
    const stored = await sharp(await readFile(path.join(t.app.config.dataDir, new URL(avatar).pathname))).metadata()
    expect(stored).toMatchObject({ format: 'webp', width: 512 })
    const served = await t.app.inject(avatar)
    expect(served.statusCode).toBe(200)
    expect(served.headers['content-type']).toBe('image/webp')
    expect(served.headers['cache-control']).toContain('immutable')
  },
)

alone('a file that is no picture is refused, whatever it calls itself; nothing is stored', async ({ t }) => {
  for (const content of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a\u0001\u0000\u0001\u0000',
    '%PDF-1.7',
    '\u0000',
  ]) {
    const { status, body } = await register(t, { avatar: new Blob([content], { type: 'image/png' }) })
    expect(status).toBe(400)
    expect(body.data).toEqual({ avatar: ['Le fichier doit être une image jpeg, png ou webp.'] })
  }
  expect(await t.db`select from users`).toHaveLength(0)
})

isolated('a file over 5 MB is refused on its field, one just below is read', async ({ t }) => {
  const large = await register(t, { avatar: new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]) })
  expect([large.status, large.body.data]).toEqual([400, { avatar: ['Le fichier ne doit pas dépasser 5 Mo.'] }])
  const png = new Uint8Array(5 * 1024 * 1024 - 10)
  png.set(await picture('png'))
  expect((await register(t, { avatar: new Blob([png]) })).status).toBe(201)
})
