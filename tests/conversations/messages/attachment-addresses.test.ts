import path from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { attachmentUrl, isSignedAddress } from '../../../src/conversations/messages/attachments.ts'
import { loggedPath } from '../../../src/platform/plugins/logged-path.ts'
import { type TestApp, test } from '../../support/app.ts'
import { file, openFile, PDF, photo, sendFile, storedFiles } from '../../support/attachments.ts'
import { scene } from '../../support/booking.ts'
import { readReported, report, reports } from '../../support/messages.ts'

/** A picture that a guest has sent to an owner, and people who are no party of that. */
async function sentPicture(t: TestApp) {
  const people = await scene(t)
  const sent = await sendFile(t, people.guest, people.owner, file(await photo(), 'Ma maison.jpg'), {
    property_id: people.home,
  })
  const { id, attachment: url } = sent.body.data
  const bare: string = url.replace(/\?.*/, '')
  const [name = ''] = storedFiles(t).map((each) => path.basename(each))
  return {
    ...people,
    stranger: await t.user(),
    support: await t.user({ role: 'support' }),
    sent,
    id: Number(id),
    url: String(url),
    /** The address without its signature. */
    bare,
    /** The name of its file. */
    name,
  }
}

describe('an attachment', () => {
  test('is answered with an address that is signed', async ({ t }) => {
    const { sent, id, url } = await sentPicture(t)
    expect([sent.status, sent.body.data.content]).toEqual([201, ''])
    expect(url).toMatch(
      new RegExp(`^http://sejour\\.test/api/v1/messages/attachments/${id}\\?expires=\\d+&signature=[\\w-]{43}$`),
    )
    expect(loggedPath(url, undefined)).not.toContain('signature')
  })

  test('is a picture without what it says of its maker, shown and never run', async ({ t }) => {
    const { id, url } = await sentPicture(t)
    const opened = await openFile(t, url)
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
    expect((await openFile(t, url, undefined, { range: 'bytes=0-3' })).content.toString()).toBe('RIFF')
  })

  test('is read by both, by an address that every reading signs again, or by their token', async ({ t }) => {
    const { owner, guest, bare } = await sentPicture(t)
    for (const [user, other] of [[owner, guest] as const, [guest, owner] as const]) {
      const [shown] = (await t.call('GET', `/messages/${other.id}`, undefined, user)).body.data
      const [{ last_message }] = (await t.call('GET', '/messages', undefined, user)).body.data
      for (const message of [shown, last_message]) expect((await openFile(t, message.attachment)).status).toBe(200)
      expect((await openFile(t, bare, user)).status).toBe(200)
    }
    const [notice] = (await t.call('GET', '/notifications', undefined, owner)).body.data
    expect(notice).toMatchObject({ message: 'Pièce jointe', data: { attachment: bare } })
  })

  test('is read by nobody else, and by no address of its file', async ({ t }) => {
    const { owner, stranger, support, bare, name } = await sentPicture(t)
    expect((await openFile(t, bare)).status).toBe(401)
    for (const user of [stranger, support]) expect((await openFile(t, bare, user)).status).toBe(404)
    for (const address of [`/storage/attachments/${name}`, `/storage/avatars/..%2fattachments%2f${name}`])
      expect((await openFile(t, address, owner)).status, address).toBe(404)
  })

  test('is 403 by an address that is forged, of another message, for longer, or over, whatever token comes with it', async ({
    t,
  }) => {
    const { owner, guest, id, url, bare, name } = await sentPicture(t)
    const other = (await sendFile(t, guest, owner, file(PDF))).body.data
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
        const refused = await openFile(t, address, user)
        // An empty signature is none, and without one a token decides.
        const isUnsigned = address.endsWith('&signature=')
        const status = isUnsigned ? (user ? 200 : 401) : 403
        expect(refused.status, address).toBe(status)
        if (status !== 200) expect(refused.headers['content-disposition']).toBeUndefined()
      }
    }
  })

  test('that is a pdf is stored as it is, and downloaded', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const other = (await sendFile(t, guest, owner, file(PDF), { property_id: home })).body.data
    const document = await openFile(t, other.attachment)
    expect([document.content.toString(), document.headers]).toMatchObject([
      PDF,
      {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="message-${other.id}.pdf"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      },
    ])
  })

  test('of a reported conversation is opened by support, by its address', async ({ t }) => {
    const { owner, guest, support } = await sentPicture(t)
    await sendFile(t, guest, owner, file(PDF))
    await report(t, owner, guest)
    const [{ id }] = (await reports(t, support)).body.data
    const conversation = (await readReported(t, support, id)).body.data
    for (const { attachment } of conversation) expect((await openFile(t, attachment)).status).toBe(200)
    expect(conversation).toHaveLength(2)
  })

  test('has a good address until it ends, also when the secret is another by then', async ({ t }) => {
    const { id, url } = await sentPicture(t)
    const expires = Number(new URL(url).searchParams.get('expires'))
    const signature = new URL(url).searchParams.get('signature') ?? ''
    const rotated = { ...t.app.config, jwtSecret: 'another', jwtPreviousSecrets: [t.app.config.jwtSecret] }
    expect(isSignedAddress(rotated, id, { expires, signature })).toBe(true)
    expect(isSignedAddress({ ...rotated, jwtPreviousSecrets: [] }, id, { expires, signature })).toBe(false)
  })
})
