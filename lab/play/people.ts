import assert from 'node:assert/strict'
import { type Agent, FormData, fetch } from 'undici'
import { z } from 'zod'
import { until } from './machine.ts'

/** The people of a play, as a front end would make them: over the API alone. */

const registered = z.object({ data: z.object({ token: z.string(), user: z.object({ id: z.int() }) }) })
const created = z.object({ data: z.object({ id: z.string() }) })
/** Password of everybody. */
export const PASSWORD = 'of the play 1'
/** The id of GeoNames. */
const PARIS = '2988507'

export interface People {
  api: string
  dispatcher: Agent
  /** Every mail that has been sent, as it was received. */
  mails(): string[]
}

export interface Account {
  id: number
  token: string
}

/** An account whose e-mail address is verified with the code of its mail. */
export async function newAccount({ api, dispatcher, mails }: People, name: string): Promise<Account> {
  const email = `${name}@play.example`
  const form = new FormData()
  const fields = { username: name, first_name: 'Ada', last_name: 'Play', country_id: 'FR', email, password: PASSWORD }
  for (const [field, value] of Object.entries({ ...fields, password_confirmation: PASSWORD })) form.set(field, value)
  const headers = { 'accept-language': 'en' }
  const answer = await fetch(`${api}/auth/register`, { method: 'POST', headers, body: form, dispatcher })
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  const { token, user } = registered.parse(JSON.parse(text)).data
  const sent = () =>
    mails()
      .find((mail) => mail.includes(email))
      ?.replaceAll('=\r\n', '')
  await until(`the mail to ${email} arrives`, async () => sent() !== undefined)
  const code = /this code: (\d{6})/.exec(sent() ?? '')?.[1]
  const verified = await fetch(`${api}/auth/verify-email`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, code }),
  })
  assert.equal(verified.status, 200, await verified.text())
  return { id: user.id, token }
}

/** A home in Paris. Returns its id. */
export async function newHome({ api, dispatcher }: People, token: string, fields: { title: string }): Promise<string> {
  const answer = await fetch(`${api}/properties`, {
    method: 'POST',
    dispatcher,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ city_id: PARIS, base_price: 100, max_guests: 4, booking_window_days: 1_460, ...fields }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  return created.parse(JSON.parse(text)).data.id
}
