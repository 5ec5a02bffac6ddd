import assert from 'node:assert/strict'
import { FormData, fetch } from 'undici'
import { z } from 'zod'
import { until } from '../play/machine.ts'
import type { Service } from './service.ts'

/** The people of a rental company, each with the API alone. */

const PASSWORD = 'of the month 1'
const signedIn = z.looseObject({ token: z.string() })
const registered = z.looseObject({ user: z.looseObject({ id: z.int() }) })
const mails = z.array(
  z.looseObject({ to: z.string(), from_name: z.string().optional(), subject: z.string(), text: z.string() }),
)
export type Mail = z.infer<typeof mails>[number]

export interface Person {
  name: string
  email: string
  id: number
  /** Signs in once a day: tokens end. */
  token(): Promise<string>
  /** The account for which they act; undefined: themselves. */
  account?: number
}

/** Sends a request, and returns the data of the answer as a schema says. */
export async function ask<T extends z.ZodType>(
  { url }: Service,
  who: Person | undefined,
  method: string,
  place: string,
  {
    body,
    as,
    status = [200, 201],
    headers = {},
  }: { body?: object | string; as: T; status?: number[]; headers?: Record<string, string> },
): Promise<z.output<T>> {
  const answer = await fetch(`${url}/api/v1${place}`, {
    method,
    redirect: 'manual',
    headers: {
      'accept-language': 'en',
      ...(who && { authorization: `Bearer ${await who.token()}` }),
      ...(who?.account !== undefined && { 'sejour-account': String(who.account) }),
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  assert.ok(status.includes(answer.status), `${method} ${place}: ${answer.status} ${text}`)
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return as.parse(isJson ? z.looseObject({ data: z.unknown().optional() }).parse(JSON.parse(text)).data : text)
}

/** Follows a link of a mail or an answer, and returns where it leads. */
export async function follow(link: string, method = 'POST'): Promise<string> {
  const answer = await fetch(link, { method, redirect: 'manual' })
  await answer.text()
  assert.ok(answer.status < 400, `${method} ${link}: ${answer.status}`)
  return answer.headers.get('location') ?? ''
}

/** True if a link of the service, or of a checkout, can still be paid. */
export async function isPayable(link: string): Promise<boolean> {
  const page = await fetch(link)
  return (await page.text()).includes('<form')
}

/**
 * Pays a link, as a guest does: its page opens a checkout, and that has a button. Waits until the service knows, and returns where the
 * guest comes back to.
 */
export async function payByLink(service: Service, link: string): Promise<string> {
  const isOfService = link.startsWith(service.url)
  const back = await follow(`${isOfService ? await follow(link) : link}/pay`)
  await until('the payment arrives', async () => !(await isPayable(link)))
  await service.rest()
  return back
}

export async function mailsTo({ url }: Service, to: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/dev/mailbox?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  })
  return mails.parse(await answer.json())
}

/** Somebody with an account whose address is verified. */
export async function register(service: Service, name: string): Promise<Person> {
  const email = `${name}@month.example`
  const form = new FormData()
  const fields = { username: name, first_name: name, last_name: 'Month', country_id: 'FR', email, password: PASSWORD }
  for (const [field, value] of Object.entries({ ...fields, password_confirmation: PASSWORD })) form.set(field, value)
  const answer = await fetch(`${service.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'accept-language': 'en' },
    body: form,
  })
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  await until(`the mail to ${email} arrives`, async () => (await mailsTo(service, email)).length > 0)
  const code = /\b(\d{6})\b/.exec((await mailsTo(service, email))[0]?.text ?? '')?.[1]
  await ask(service, undefined, 'POST', '/auth/verify-email', { body: { email, code }, as: z.unknown() })
  let known: { day: number; token: Promise<string> } | undefined
  const signIn = async () => {
    const body = { login: email, password: PASSWORD }
    return (await ask(service, undefined, 'POST', '/auth/login', { body, as: signedIn })).token
  }
  const { user } = registered.parse(z.looseObject({ data: z.unknown().optional() }).parse(JSON.parse(text)).data)
  return {
    name,
    email,
    id: user.id,
    token() {
      if (known?.day !== service.day) known = { day: service.day, token: signIn() }
      return known.token
    },
  }
}

/** Somebody who is invited into the team, by one mail, and accepts. */
export async function join(
  service: Service,
  company: Person,
  name: string,
  role: string,
  property_ids: string[] | null,
) {
  const person = await register(service, name)
  await ask(service, company, 'POST', '/team', { body: { email: person.email, role, property_ids }, as: z.unknown() })
  await service.rest()
  const invitations = (await mailsTo(service, person.email)).filter(({ subject }) => /invitation/i.test(subject))
  assert.equal(invitations.length, 1, `one invitation for ${name}`)
  const key = /: ([\w-]{43})$/m.exec(invitations[0]?.text ?? '')?.[1]
  await ask(service, person, 'POST', `/team/invitations/${key}/accept`, { body: {}, as: z.unknown() })
  return { ...person, account: company.id }
}
