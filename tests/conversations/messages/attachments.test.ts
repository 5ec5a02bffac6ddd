import { utimesSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { sweepOrphans } from '../../../src/platform/storage/jobs.ts'
import { alone, isolated, PASSWORD, test } from '../../support/app.ts'
import { file, openFile, PDF, photo, sendFile, storedFiles } from '../../support/attachments.ts'
import { scene } from '../../support/booking.ts'

const MB = 1024 * 1024
const HTML = '<!doctype html><script>alert(1)</script>'

/** A pdf of so many bytes. */
const pdfOf = (size: number) => file(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 'x')]))

describe('an attachment', () => {
  isolated('is a picture or a pdf by its bytes, of at most 10 MB', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const about = { property_id: home }
    const refusal = 'The file must be a jpeg, png or webp image, or a pdf document.'
    const wrong: [string, Blob][] = [
      ['html', file(HTML, 'photo.png')],
      ['svg', file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo.svg')],
      ['gif', file('GIF89a;')],
      ['html before a pdf', file(`${HTML}${PDF}`, 'plan.pdf')],
      ['a png that ends', file('\x89PNG\r\n\x1a\n')],
      ['nothing', file('', 'photo.png')],
    ]
    for (const [what, content] of wrong) {
      const { status, body } = await sendFile(
        t,
        guest,
        owner,
        content,
        { ...about, content: 'Voici' },
        { 'accept-language': 'en' },
      )
      expect([status, body.data], what).toEqual([400, { attachment: [refusal] }])
    }
    const large = await sendFile(t, guest, owner, pdfOf(10 * MB + 1), about)
    expect([large.status, large.body.data]).toEqual([400, { attachment: [expect.stringContaining('10')] }])
    expect(storedFiles(t)).toEqual([])
  })

  test('comes in the field of its name, once, in a form that is whole', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const about = { property_id: home }
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
    expect(storedFiles(t)).toEqual([])
  })

  isolated('does not come in JSON', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const about = { property_id: home }
    const post = (body: object) => t.call('POST', '/messages', body, guest)
    const json = { receiver_id: owner.id, ...about, content: 'Bonjour' }
    expect((await post({ ...json, attachment: PDF })).body.data).toHaveProperty('attachment')
    expect((await post({ ...json, attachment: null })).status).toBe(201)
    expect(storedFiles(t)).toEqual([])
  })

  test('of somebody who may not write is refused before it is looked at', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const about = { property_id: home }
    const unverified = await t.user({ verified: false })
    for (const [from, to] of [[await t.user(), guest] as const, [unverified, owner] as const])
      expect((await sendFile(t, from, to, file(HTML), about)).status).toBe(403)
    expect(storedFiles(t)).toEqual([])
  })

  test('may be of 10 MB, with a text as long as one in JSON, which is never cut', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const about = { property_id: home }
    const form = (fields: Record<string, string>) =>
      t.form('/messages', { receiver_id: String(owner.id), ...fields }, guest)
    const longest = '界'.repeat(5_000)
    const whole = await sendFile(t, guest, owner, pdfOf(10 * MB), { ...about, content: longest })
    expect(whole.body.data.content).toBe(longest)
    expect((await form({ ...about, content: '界'.repeat(7_000) })).status).toBe(413)
    expect([whole.status, (await openFile(t, whole.body.data.attachment)).content.length]).toEqual([201, 10 * MB])
  })

  alone(
    'is written once for one Idempotency-Key, and leaves no file when its message is rolled back',
    async ({ t }) => {
      const { owner, guest, home } = await scene(t)
      const once = (content: string) =>
        sendFile(t, guest, owner, file(content), { property_id: home }, { 'idempotency-key': 'plan' })
      const [first, second] = [await once(PDF), await once(PDF)]
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
      expect((await once(`${PDF} `)).status).toBe(409)
      expect([storedFiles(t).length, (await t.db`select from messages`).length]).toEqual([1, 1])

      const refuseWith = (code: string) =>
        t.db.unsafe(`create or replace function refuse() returns trigger language plpgsql
        as $$ begin raise 'no' using errcode = '${code}'; end $$`)
      await refuseWith('23514')
      await t.db`create trigger refuse before insert on messages execute function refuse()`
      expect((await sendFile(t, guest, owner, file(PDF), {})).status).toBe(500)
      expect(storedFiles(t)).toHaveLength(1)
      // Nobody knows whether this one was committed: the sweep asks.
      await refuseWith('57P01')
      expect((await sendFile(t, guest, owner, file(PDF), {})).status).toBe(503)
      expect(storedFiles(t)).toHaveLength(2)
      const before = new Date(Date.now() - 2 * 86_400_000)
      for (const each of storedFiles(t)) utimesSync(each, before, before)
      await sweepOrphans.run(t.app, {})
      expect(storedFiles(t)).toHaveLength(1)
      expect((await openFile(t, first.body.data.attachment)).status).toBe(200)
    },
  )

  isolated(
    'goes with its sender’s account; the other person keeps the conversation and their own files',
    async ({ t }) => {
      const { owner, guest, home } = await scene(t)
      const theirs = (await sendFile(t, guest, owner, file(PDF), { property_id: home, content: 'Le plan' })).body.data
      const own = (await sendFile(t, owner, guest, file(`${PDF} 2`))).body.data
      const exported = (await t.call('GET', '/user/export', undefined, guest)).body.data
      expect(exported.messages.map((message: { attachment: string }) => message.attachment)).toEqual(
        [theirs, own].map(({ id }) => `/api/v1/messages/attachments/${id}`),
      )
      expect(storedFiles(t)).toHaveLength(2)
      const erased = await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)
      expect(erased.status).toBe(200)
      expect(storedFiles(t)).toHaveLength(1)
      expect((await openFile(t, theirs.attachment)).status).toBe(404)
      const left = (await t.call('GET', `/messages/${guest.id}`, undefined, owner)).body.data
      expect(left).toMatchObject([{ id: own.id }, { id: theirs.id, content: 'Le plan', attachment: null }])
      expect((await openFile(t, left[0].attachment)).content.toString()).toBe(`${PDF} 2`)
    },
  )

  alone('of an account that is erased meanwhile is not written', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const picture = file(await photo())
    const [erased, ...sent] = await Promise.all([
      t.call('DELETE', '/user', { current_password: PASSWORD }, guest),
      ...Array.from({ length: 4 }, () => sendFile(t, guest, owner, picture, { property_id: home })),
    ])
    expect(erased?.status).toBe(200)
    for (const { status } of sent) expect([201, 401]).toContain(status)
    expect(await t.db`select from messages where attachment is not null`).toHaveLength(0)
  })
})
