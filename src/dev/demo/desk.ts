import assert from 'node:assert/strict'
import { fetch } from 'undici'
import { z } from 'zod'
import { addDays } from '../../platform/lib/days.ts'
import { freeNights } from './money.ts'
import { type Demo, until } from './steps.ts'

const member = z.object({ data: z.object({ id: z.string() }) })
const booked = z.object({ data: z.object({ reservation_id: z.int(), payment_url: z.url() }) })
const stay = z.object({ data: z.object({ status: z.string(), owner_id: z.int() }) })
const links = z.object({ data: z.object({ url: z.url() }) })
const messages = z.object({ data: z.array(z.object({ content: z.string() })) })
const change = z.object({ data: z.object({ due: z.number(), payment_url: z.string().nullable() }) })
const money = z.object({ data: z.object({ due: z.number(), kept: z.number() }) })
const found = z.object({ data: z.array(z.object({ id: z.int() })) })
const desk = z.object({ data: z.object({ unpaid: z.object({ items: z.array(z.object({ id: z.int() })) }) }) })
const refused = z.object({ code: z.literal('not_in_team') })
const page = z.object({ data: z.object({ arrival: z.object({ access_code: z.object({ code: z.string() }) }) }) })
const work = z.object({ data: z.array(z.object({ kind: z.string(), reservation_id: z.int().nullable() })) })

interface Person {
  token: string
  email: string
}

/**
 * A person joins the owner's team, books by telephone, changes the stay, records a transfer and tells the guest how to get in; then they
 * leave it.
 */
export async function showDesk(
  { call, say, owner, mailTo }: Demo & { mailTo: (address: string, subject: RegExp) => Promise<string> },
  property_id: string,
  clerk: Person,
): Promise<void> {
  const invitation = { email: clerk.email, role: 'desk', property_ids: [property_id] }
  const { data: invited } = await call(201, 'POST', '/team', member, { token: owner, body: invitation })
  const key = /invitations\/([\w-]+)/.exec(await mailTo(clerk.email, /team/))?.[1]
  await call(200, 'POST', `/team/invitations/${key}/accept`, z.unknown(), { token: clerk.token })
  const { data: account } = await call(200, 'GET', '/user', z.object({ data: z.object({ id: z.int() }) }), {
    token: owner,
  })
  const acting = { token: clerk.token, account: account.id }
  say('team', `${clerk.email} joins the desk`)

  const { property_id: home, ...wanted } = await freeNights(call, property_id, 1)
  const guest = {
    name: 'Grace Hopper',
    email: `grace-${invited.id.slice(-8)}@demo.sejour`,
    phone: '+33 6 12 34 56 78',
    language: 'en',
  }
  const body = { ...wanted, guest, pay: 'link', note: 'Called at nine' }
  const { data: hold } = await call(201, 'POST', `/properties/${home}/reservations`, booked, { ...acting, body })
  const id = hold.reservation_id
  const see = async () => (await call(200, 'GET', `/reservations/${id}`, stay, acting)).data
  const link = /http\S*\/pay\/\S+/.exec(await mailTo(guest.email, /./))?.[0] ?? ''
  const opened = await fetch(link, { method: 'POST', redirect: 'manual' })
  await fetch(`${opened.headers.get('location')}/pay`, { method: 'POST', redirect: 'manual' })
  await until('the payment', async () => (await see()).status === 'confirmed')
  say('telephone', `reservation ${id} for ${guest.name}, paid by the link of a mail`)

  const { data: ofStay } = await call(200, 'GET', `/reservations/${id}/link`, links, acting)
  const words = 'We arrive by train, at nine.'
  await call(200, 'POST', new URL(`${ofStay.url}/messages`).pathname.replace('/api/v1', ''), z.unknown(), {
    body: { content: words },
  })
  const { data: heard } = await call(200, 'GET', `/reservations/${id}/messages`, messages, acting)
  assert.equal(heard[0]?.content, words, 'the desk reads what the guest writes on the page of the stay')
  say('page', `${guest.name} writes on the page of the stay`)

  const longer = { check_out: addDays(wanted.check_out, 1), reason: 'One more night' }
  const path = `/reservations/${id}/change`
  const { data: preview } = await call(200, 'POST', `${path}?dry_run=true`, change, { ...acting, body: longer })
  const { data: changed } = await call(200, 'POST', path, change, { ...acting, body: longer })
  assert.equal(changed.due, preview.due, 'the preview says what the change does')
  const transfer = { amount: changed.due, method: 'transfer', received_on: new Date().toISOString().slice(0, 10) }
  const { data: ledger } = await call(201, 'POST', `/reservations/${id}/payments`, money, { ...acting, body: transfer })
  assert.equal(ledger.due, 0)
  say('change', `one more night for ${changed.due} EUR, received by transfer: ${ledger.kept} EUR in all`)

  const { data: rows } = await call(200, 'GET', '/reservations?as=owner&q=0612345678', found, acting)
  assert.ok(
    rows.some((row) => row.id === id),
    'the stay is found by telephone number',
  )
  const { data: today } = await call(200, 'GET', '/desk', desk, acting)
  assert.ok(
    today.unpaid.items.every((row) => row.id !== id),
    'nothing of it is unpaid',
  )
  say('desk', `found by telephone number; ${today.unpaid.items.length} other stays are unpaid`)

  const answer = { content: 'The door has a code. You find it on the page of your stay.' }
  await call(201, 'POST', `/reservations/${id}/messages`, z.unknown(), { ...acting, body: answer })
  await call(200, 'PUT', `/reservations/${id}/access-code`, z.unknown(), { ...acting, body: { code: '4711#' } })
  await call(200, 'PATCH', `/reservations/${id}/arrival`, z.unknown(), { ...acting, body: { access: 'released' } })
  const mailed = /http\S*\/stay\/\S+/.exec(await mailTo(guest.email, /Your stay at/))?.[0] ?? ''
  const shown = page.parse(await (await fetch(mailed, { headers: { accept: 'application/json' } })).json())
  assert.equal(shown.data.arrival.access_code.code, '4711#')
  say('arrival', `${guest.name} reads the code of the door at ${mailed}`)

  const day = `from=${longer.check_out}&to=${longer.check_out}`
  const { data: tasks } = await call(200, 'GET', `/tasks?property_id=${home}&${day}`, work, acting)
  assert.ok(
    tasks.some((task) => task.kind === 'cleaning' && task.reservation_id === id),
    'the departure has its cleaning, on the day after the change',
  )
  say('cleaning', `on ${longer.check_out}, the day of the departure`)

  await call(200, 'DELETE', `/team/${invited.id}`, z.unknown(), { token: owner })
  await call(403, 'GET', '/desk', refused, acting)
  say('leaves', 'the next request is refused')
}
