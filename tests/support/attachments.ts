import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { TestApp, TestUser } from './app.ts'

/** Files that are sent with messages. */

export const PDF = '%PDF-1.7\n%<html><script>alert(1)</script>\n%%EOF'

export const file = (content: string | Uint8Array, name = 'file') =>
  new File([new Uint8Array(Buffer.from(content))], name)

/** A large picture that says who made it. */
export const photo = () =>
  sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Somebody', Model: 'A camera' } })
    .jpeg()
    .toBuffer()

export const sendFile = (
  t: TestApp,
  from: TestUser,
  to: TestUser,
  attachment: Blob,
  fields: Record<string, string> = {},
  headers = {},
) => t.form('/messages', { receiver_id: String(to.id), ...fields, attachment }, { token: from.token, headers })

/** The paths of the stored attachments. */
export const storedFiles = (t: TestApp) => {
  const { storage } = t.app.config
  if (storage.kind !== 'folder') throw new Error('a folder is expected')
  return readdirSync(path.join(storage.path, 'attachments')).map((name) => path.join(storage.path, 'attachments', name))
}

/** Reads an address as a browser does, or with a token. */
export async function openFile(t: TestApp, url: string, user?: TestUser, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url, 'http://sejour.test')
  const token = user && { authorization: `Bearer ${user.token}` }
  const answer = await t.app.inject({ method: 'GET', url: pathname + search, headers: { ...token, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
}
