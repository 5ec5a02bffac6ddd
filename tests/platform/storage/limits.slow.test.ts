import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, vi } from 'vitest'
import { MAX_IMAGE_BYTES } from '../../../src/platform/storage/forms.ts'
import { test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { seeded } from '../../support/seed.ts'

/** `npm run ci:long` uploads two hundred. */
const UPLOADS = Number(process.env.UPLOADS ?? 20)
const MAX_ATTACHMENT = 2 * MAX_IMAGE_BYTES

interface Upload {
  method?: string
  path: string
  token?: string
  /** The field of the file, its limit and the other fields. */
  field: string
  limit: number
  fields: Record<string, string>
}

test('a file over its limit is 400 with its field, wherever in the form it is and however little it is too large', async ({
  t,
}) => {
  const { owner, guest, home } = await scene(t)
  const { url } = await t.listen()
  const random = seeded()
  const registration = {
    ...{ username: 'ada', first_name: 'Ada', last_name: 'Lovelace', country_id: 'FR', email: 'ada@example.org' },
    ...{ password: 'engine1843', password_confirmation: 'engine1843' },
  }

  async function upload({ method = 'POST', path, token, field, limit, fields }: Upload, bytes: number, first: boolean) {
    const form = new FormData()
    const file = new File([new Uint8Array(bytes)], 'file')
    if (first) form.set(field, file)
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (!first) form.set(field, file)
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      body: form,
      headers: { 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) },
    })
    const body = (await answer.json()) as { data: Record<string, string[]> }
    const what = `${method} ${path} with ${bytes} bytes, file ${first ? 'first' : 'last'}`
    expect(answer.status, what).toBe(400)
    // Small files that are no picture are reported as that.
    const message = bytes > limit ? /must not exceed/ : /must be a jpeg/
    expect(body.data[field]?.[0], what).toMatch(message)
  }

  const picture = { field: 'avatar', limit: MAX_IMAGE_BYTES }
  const uploads: [times: number, upload: Upload][] = [
    [
      UPLOADS * 0.6,
      { ...picture, method: 'PUT', path: '/user', token: guest.token, fields: { job: 'x', location: 'y' } },
    ],
    [UPLOADS * 0.15, { ...picture, path: '/auth/register', fields: registration }],
    [
      UPLOADS * 0.15,
      { ...picture, field: 'photo', path: `/properties/${home}/photos`, token: owner.token, fields: { alt: 'x' } },
    ],
    [
      UPLOADS * 0.1,
      {
        path: '/messages',
        field: 'attachment',
        limit: MAX_ATTACHMENT,
        token: guest.token,
        fields: { receiver_id: String(owner.id), property_id: home, content: 'x' },
      },
    ],
  ]
  for (const [times, target] of uploads) {
    // Around the limit, and around the sizes of the chunks that arrive.
    const sizes = [-1, 0, 1, 2, 1_023, 65_535, 65_536, 65_537]
    for (let index = 0; index < times; index++) {
      const over = sizes[index] ?? random.below(200_000) - 20_000
      await upload(target, target.limit + over, index % 2 === 0)
    }
  }
})

test.for([1, 300, 70_000])(
  'also %i bytes too large, and the packet before ends with the last byte that may be',
  async (over, { t }) => {
    const { guest } = await scene(t)
    const { host, port } = await t.listen()
    const part = (disposition: string) => `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
    const before = Buffer.from(part('name="avatar"; filename="a.jpg"\r\nContent-Type: image/jpeg'))
    const after = Buffer.from(`\r\n${part('name="job"')}x\r\n--x--\r\n`)
    const length = before.length + MAX_IMAGE_BYTES + over + after.length
    const accepted = once(t.app.server, 'connection')
    const socket = connect(port, host)
    const [peer] = (await accepted) as [Socket]
    const head = [
      'PUT /api/v1/user HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${guest.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
    ]
    const first = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), before, Buffer.alloc(MAX_IMAGE_BYTES)])
    socket.write(first)
    await vi.waitFor(() => expect(peer.bytesRead).toBe(first.length), { timeout: 20_000 })
    socket.write(Buffer.concat([Buffer.alloc(over), after]))
    const answer: Buffer[] = []
    socket.on('data', (chunk: Buffer) => answer.push(chunk))
    await once(socket, 'close')
    const text = Buffer.concat(answer).toString()
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('"avatar":["Le fichier ne doit pas dépasser 5 Mo."]')
  },
)
