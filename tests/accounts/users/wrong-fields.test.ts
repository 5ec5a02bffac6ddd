import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'

const MEGABYTE = 1024 * 1024
const avatars = (t: TestApp) => readdir(path.join(t.app.config.dataDir, 'storage/avatars')).catch(() => [])
const profile = async (t: TestApp, user: TestUser) => (await t.call('GET', '/user', undefined, user)).body.data

/** Refused changes: what is said of each field. */
async function wrong(t: TestApp, user: TestUser, fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const encoded = new Response(form)
  const { status, body } = await t.call('PUT', '/user', Buffer.from(await encoded.arrayBuffer()), {
    ...user,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  expect([status, body.code, Object.keys(body.data).toSorted()]).toEqual([
    400,
    'validation',
    Object.keys(body.errors).toSorted(),
  ])
  return body.errors
}

/** It begins as a png does, and no decoder can read it. */
const brokenPicture = () => new Blob([Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1')])

test('all that is wrong with changes of a profile is said at once, malformed, unknown and taken', async ({ t }) => {
  const [user, other] = [await t.user(), await t.user()]
  await t.call('PUT', '/user', { phone: '+33 6 99 88 77 66' }, other)
  const before = await profile(t, user)
  const fields = {
    username: other.username,
    phone: '+33699887766',
    country_id: 'XX',
    locale: 'xx',
    first_name: 'x'.repeat(101),
    last_name: 'a\0b',
    email: 'nobody',
    current_password: 'wrong',
    password: 'short',
    password_confirmation: 'other',
  }
  const said = {
    username: [{ code: 'username_taken' }],
    phone: [{ code: 'phone_taken' }],
    country_id: [{ code: 'unknown' }],
    locale: [{ code: 'not_one_of', values: ['fr', 'en'] }],
    first_name: [{ code: 'too_long', limit: 100 }],
    last_name: [{ code: 'invalid_text' }],
    email: [{ code: 'invalid_email' }],
    current_password: [{ code: 'wrong_password' }],
    password: [{ code: 'too_short', limit: 6 }],
    password_confirmation: [{ code: 'password_confirmation' }],
  }
  expect((await t.call('PUT', '/user', fields, user)).body.errors).toEqual(said)
  for (const [avatar, code] of [
    [brokenPicture(), 'image_type'],
    [new Blob(['no picture']), 'image_type'],
    ['no file', 'not_a_file'],
    [new Blob([Buffer.alloc(5 * MEGABYTE + 1)]), 'image_size'],
  ] as const) {
    expect(await wrong(t, user, { ...fields, avatar })).toEqual({ ...said, avatar: [{ code }] })
  }
  expect(await profile(t, user)).toEqual(before)
})

test('so is what only the database, the decoder and the password tell of changes that are well formed', async ({
  t,
}) => {
  const [user, other] = [await t.user(), await t.user()]
  const taken = { email: other.email, username: other.username, country_id: 'XX', avatar: brokenPicture() }
  expect(await wrong(t, user, taken)).toEqual({
    email: [{ code: 'email_taken' }],
    username: [{ code: 'username_taken' }],
    country_id: [{ code: 'unknown' }],
    current_password: [{ code: 'required' }],
    avatar: [{ code: 'image_type' }],
  })
  expect(await avatars(t)).toEqual([])
})

test('a file that is too large is said of a registration with the rest', async ({ t }) => {
  const avatar = new Blob([Buffer.alloc(5 * MEGABYTE + 1)])
  const { status, body } = await t.form('/auth/register', { username: 'grace', country_id: 'XX', avatar })
  expect([status, body.errors]).toEqual([
    400,
    {
      first_name: [{ code: 'required' }],
      last_name: [{ code: 'required' }],
      email: [{ code: 'required' }],
      password: [{ code: 'required' }],
      password_confirmation: [{ code: 'required' }],
      country_id: [{ code: 'unknown' }],
      avatar: [{ code: 'image_size' }],
    },
  ])
})
