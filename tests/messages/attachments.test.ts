import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { attachmentUrl, isSigned } from '../../src/messages/attachments.ts'
import { loggedPath } from '../../src/plugins/logged-path.ts'
import { sweepOrphans } from '../../src/storage/jobs.ts'
import { PASSWORD, type TestApp, type TestUser, test } from '../support/app.ts'
import { scene } from '../support/booking.ts'

const MB = 1024 * 1024
const PDF = '%PDF-1.7\n%<html><script>alert(1)</script>\n%%EOF'

const file = (content: string | Uint8Array, name = 'file') => new File([new Uint8Array(Buffer.from(content))], name)

const photo = () =>
  sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Somebody', Model: 'A camera' } })
    .jpeg()
    .toBuffer()

const send = (
  t: TestApp,
  from: TestUser,
  to: TestUser,
  attachment: Blob,
  fields: Record<string, string> = {},
  headers = {},
) => t.form('/messages', { receiver_id: String(to.id), ...fields, attachment }, { token: from.token, headers })

const stored = (t: TestApp) => {
  const { storage } = t.app.config
  if (storage.kind !== 'folder') throw new Error('a folder is expected')
  return readdirSync(path.join(storage.path, 'attachments')).map((name) => path.join(storage.path, 'attachments', name))
}

/** Reads an address as a browser does, or with a token. */
async function open(t: TestApp, url: string, user?: TestUser, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url, 'http://sejour.test')
  const token = user && { authorization: `Bearer ${user.token}` }
  const answer = await t.app.inject({ method: 'GET', url: pathname + search, headers: { ...token, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}

describe('an attachment', () => {
  test('is read by the two of them, by token or by an address that ends; by nobody else', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const [stranger, support] = [await t.user(), await t.user({ role: 'support' })]
    const sent = await send(t, guest, owner, file(await photo(), 'Ma maison.jpg'), { property_id: home })
    expect([sent.status, sent.body.data.content]).toEqual([201, ''])
    const { id, attachment: url } = sent.body.data
    expect(url).toMatch(
      new RegExp(`^http://sejour\\.test/api/v1/messages/attachments/${id}\\?expires=\\d+&signature=[\\w-]{43}$`),
    )

    const opened = await open(t, url)
    expect([opened.status, opened.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'content-disposition': `inline; filename="message-${id}.webp"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=300',
      },
    ])
    const picture = await sharp(opened.content).metadata()
    expect([picture.format, picture.width, picture.exif]).toEqual(['webp', 2_048, undefined])
    expect((await open(t, url, undefined, { range: 'bytes=0-3' })).content.toString()).toBe('RIFF')

    // Every reading signs it again, for both.
    for (const [user, other] of [[owner, guest] as const, [guest, owner] as const]) {
      const [shown] = (await t.call('GET', `/messages/${other.id}`, undefined, user)).body.data
      const [{ last_message }] = (await t.call('GET', '/messages', undefined, user)).body.data
      for (const message of [shown, last_message]) expect((await open(t, message.attachment)).status).toBe(200)
      expect((await open(t, url.replace(/\?.*/, ''), user)).status).toBe(200)
    }
    const [notice] = (await t.call('GET', '/notifications', undefined, owner)).body.data
    expect(notice).toMatchObject({ message: 'Pièce jointe', data: { attachment: url.replace(/\?.*/, '') } })

    const bare = url.replace(/\?.*/, '')
    expect((await open(t, bare)).status).toBe(401)
    for (const user of [stranger, support]) expect((await open(t, bare, user)).status).toBe(404)
    const [name = ''] = stored(t).map((each) => path.basename(each))
    for (const address of [`/storage/attachments/${name}`, `/storage/avatars/..%2fattachments%2f${name}`])
      expect((await open(t, address, owner)).status, address).toBe(404)

    // Forged, of another message, for longer, or over: 403 for everybody, whatever token they have.
    const other = (await send(t, guest, owner, file(PDF))).body.data
    const expires = Number(new URL(url).searchParams.get('expires'))
    const wrong = [
      url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
      url.replace(`expires=${expires}`, `expires=${expires + 1}`),
      url.replace(`/${id}?`, `/${other.id}?`),
      `${bare}?expires=${expires}&signature=`,
      `${bare}?signature=${new URL(url).searchParams.get('signature')}`,
      attachmentUrl(t.app, { id, attachment: name, attachment_until: Math.floor(Date.now() / 1000) - 86_400 }) ?? '',
    ]
    for (const address of wrong) {
      for (const user of [undefined, guest]) {
        const refused = await open(t, address, user)
        expect([refused.status, refused.headers['content-disposition']], address).toEqual([403, undefined])
      }
    }
    expect(loggedPath(url, undefined)).not.toContain('signature')

    // A pdf is stored as it is, and downloaded.
    const document = await open(t, other.attachment)
    expect([document.content.toString(), document.headers]).toMatchObject([
      PDF,
      {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="message-${other.id}.pdf"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      },
    ])

    // Support opens the files of a reported conversation by its addresses.
    await t.call('POST', `/messages/${guest.id}/report`, { reason: 'Insultes' }, owner)
    const [{ id: report }] = (await t.call('GET', '/messages/reports', undefined, support)).body.data
    const conversation = (await t.call('GET', `/messages/reports/${report}`, undefined, support)).body.data
    for (const { attachment } of conversation) expect((await open(t, attachment)).status).toBe(200)
    expect(conversation).toHaveLength(2)

    // After a rotation of the secret, addresses of the earlier one are good until they end.
    const signature = new URL(url).searchParams.get('signature') ?? ''
    const rotated = { ...t.app.config, jwtSecret: 'another', jwtPreviousSecrets: [t.app.config.jwtSecret] }
    expect(isSigned(rotated, id, { expires, signature })).toBe(true)
    expect(isSigned({ ...rotated, jwtPreviousSecrets: [] }, id, { expires, signature })).toBe(false)
  })

  test('is a picture or a pdf of at most 10 MB, of somebody who may write; nothing is stored of all others', async ({
    t,
  }) => {
    const { owner, guest, home } = await scene(t)
    const about = { property_id: home }
    const pdf = (size: number) => file(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 'x')]))
    const html = '<!doctype html><script>alert(1)</script>'
    const refusal = 'The file must be a jpeg, png or webp image, or a pdf document.'
    const wrong: [string, Blob][] = [
      ['html', file(html, 'photo.png')],
      ['svg', file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo.svg')],
      ['gif', file('GIF89a;')],
      ['html before a pdf', file(`${html}${PDF}`, 'plan.pdf')],
      ['a png that ends', file('\x89PNG\r\n\x1a\n')],
      ['nothing', file('', 'photo.png')],
    ]
    for (const [what, content] of wrong) {
      const { status, body } = await send(
        t,
        guest,
        owner,
        content,
        { ...about, content: 'Voici' },
        { 'accept-language': 'en' },
      )
      expect([status, body.data], what).toEqual([400, { attachment: [refusal] }])
    }
    const large = await send(t, guest, owner, pdf(10 * MB + 1), about)
    expect([large.status, large.body.data]).toEqual([400, { attachment: [expect.stringContaining('10')] }])

    // A form without a file, with two, without a boundary; a file in JSON.
    const form = (fields: Record<string, string>) =>
      t.form('/messages', { receiver_id: String(owner.id), ...fields }, guest)
    expect((await form(about)).body.data).toEqual({ content: [expect.any(String)] })
    const misnamed = await t.form(
      '/messages',
      { receiver_id: String(owner.id), ...about, content: 'x', file: file(PDF) },
      guest,
    )
    expect([misnamed.status, Object.keys(misnamed.body.data)]).toEqual([400, ['file']])
    const written = await form({ ...about, content: 'x', attachment: 'a text' })
    expect([written.status, Object.keys(written.body.data)]).toEqual([400, ['attachment']])
    const two = new FormData()
    two.set('receiver_id', String(owner.id))
    for (const name of ['a', 'b']) two.append('attachment', file(PDF, name))
    const both = new Response(two)
    const post = (body: Buffer | object, type: string) =>
      t.call('POST', '/messages', body, { token: guest.token, headers: { 'content-type': type } })
    const content = Buffer.from(await both.arrayBuffer())
    expect((await post(content, both.headers.get('content-type') ?? '')).status).toBe(413)
    expect((await post(content, 'multipart/form-data')).status).toBe(400)
    expect((await post(content, 'multipart/form-data; boundary=other')).status).toBe(400)
    const json = { receiver_id: owner.id, ...about, content: 'Bonjour' }
    expect((await post({ ...json, attachment: PDF }, 'application/json')).body.data).toHaveProperty('attachment')
    expect((await post({ ...json, attachment: null }, 'application/json')).status).toBe(201)

    // Who may not write is refused before the file is looked at.
    const unverified = await t.user({ verified: false })
    for (const [from, to] of [[await t.user(), guest] as const, [unverified, owner] as const])
      expect((await send(t, from, to, file(html), about)).status).toBe(403)
    expect(stored(t)).toEqual([])
    // A text in a form is as long as one in JSON, and never cut.
    const longest = '界'.repeat(5_000)
    const whole = await send(t, guest, owner, pdf(10 * MB), { ...about, content: longest })
    expect(whole.body.data.content).toBe(longest)
    expect((await form({ ...about, content: '界'.repeat(7_000) })).status).toBe(413)
    expect([whole.status, (await open(t, whole.body.data.attachment)).content.length]).toEqual([201, 10 * MB])
  })

  test('is written once for one Idempotency-Key, and leaves no file when its message is rolled back', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const once = (content: string) =>
      send(t, guest, owner, file(content), { property_id: home }, { 'idempotency-key': 'plan' })
    const [first, second] = [await once(PDF), await once(PDF)]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect((await once(`${PDF} `)).status).toBe(409)
    expect([stored(t).length, (await t.db`select from messages`).length]).toEqual([1, 1])

    const refuseWith = (code: string) =>
      t.db.unsafe(`create or replace function refuse() returns trigger language plpgsql
        as $$ begin raise 'no' using errcode = '${code}'; end $$`)
    await refuseWith('23514')
    await t.db`create trigger refuse before insert on messages execute function refuse()`
    expect((await send(t, guest, owner, file(PDF), {})).status).toBe(500)
    expect(stored(t)).toHaveLength(1)
    // Nobody knows whether this one was committed: the sweep asks.
    await refuseWith('57P01')
    expect((await send(t, guest, owner, file(PDF), {})).status).toBe(503)
    expect(stored(t)).toHaveLength(2)
    const before = new Date(Date.now() - 2 * 86_400_000)
    for (const each of stored(t)) utimesSync(each, before, before)
    await sweepOrphans.run(t.app, {})
    expect(stored(t)).toHaveLength(1)
    expect((await open(t, first.body.data.attachment)).status).toBe(200)
  })

  test('goes with its sender’s account; the other person keeps the conversation and their own files', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const theirs = (await send(t, guest, owner, file(PDF), { property_id: home, content: 'Le plan' })).body.data
    const own = (await send(t, owner, guest, file(`${PDF} 2`))).body.data
    const exported = (await t.call('GET', '/user/export', undefined, guest)).body.data
    expect(exported.messages.map((message: { attachment: string }) => message.attachment)).toEqual(
      [theirs, own].map(({ id }) => `/api/v1/messages/attachments/${id}`),
    )
    expect(stored(t)).toHaveLength(2)
    const erased = await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)
    expect(erased.status).toBe(200)
    expect(stored(t)).toHaveLength(1)
    expect((await open(t, theirs.attachment)).status).toBe(404)
    const left = (await t.call('GET', `/messages/${guest.id}`, undefined, owner)).body.data
    expect(left).toMatchObject([{ id: own.id }, { id: theirs.id, content: 'Le plan', attachment: null }])
    expect((await open(t, left[0].attachment)).content.toString()).toBe(`${PDF} 2`)
  })
  test('of an account that is erased meanwhile is not written', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const picture = file(await photo())
    const [erased, ...sent] = await Promise.all([
      t.call('DELETE', '/user', { current_password: PASSWORD }, guest),
      ...Array.from({ length: 4 }, () => send(t, guest, owner, picture, { property_id: home })),
    ])
    expect(erased?.status).toBe(200)
    for (const { status } of sent) expect([201, 401]).toContain(status)
    expect(await t.db`select from messages where attachment is not null`).toHaveLength(0)
  })
})
