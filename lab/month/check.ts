import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Expected } from './expected.ts'
import type { Month } from './month.ts'
import { ask, mailsTo } from './people.ts'
import type { Service } from './service.ts'
import { checkName } from './ways.ts'

const payment = z.looseObject({ kind: z.string(), amount: z.number(), refunded: z.number(), status: z.string() })
const stay = z.looseObject({
  status: z.string(),
  property_id: z.string(),
  check_in: z.string(),
  check_out: z.string(),
  amount_open: z.number().nullable(),
  price: z.looseObject({ total: z.number() }),
  payments: z.array(payment),
})

/** Checks the end of the month: nights, cents, documents, files, mails. */
export async function checkMonth(service: Service, month: Month): Promise<void> {
  const { company, accountant, stays } = month
  await service.rest()
  for (const [id, expected] of stays) {
    const shown = await ask(service, company, 'GET', `/reservations/${id}`, { as: stay })
    const kept = shown.payments
      .filter(({ status }) => ['paid', 'partially_refunded', 'refunded'].includes(status))
      .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
    const { status, property_id: home, price } = shown
    assert.deepEqual(
      { status, home, total: price.total, kept: Math.round(kept * 100) / 100 },
      { status: expected.status, home: expected.home, total: expected.total, kept: expected.kept },
      `stay ${id}`,
    )
    const nights = await service.sql<{ stay: string; property_id: string }[]>`
      select stay::text, property_id from occupancy where reservation_id = ${id}`
    const held =
      expected.status === 'completed' ? [{ stay: `[${shown.check_in},${shown.check_out})`, property_id: home }] : []
    assert.deepEqual([...nights], held, `nights of stay ${id}`)
    await checkServices(service, id, expected, shown.check_out)
  }
  await checkMoney(service, month)
  const tax = z.looseObject({ total: z.unknown() })
  const month_of = `from=${service.today(-service.day)}&to=${service.today()}`
  await ask(service, accountant, 'GET', `/exports/tourist-tax?${month_of}`, { as: z.union([tax, z.unknown()]) })
  for (const file of ['reservations.csv', 'payments.csv', 'tourist-tax.csv'])
    assert.match(
      await ask(service, accountant, 'GET', `/exports/${file}?${month_of}`, { as: z.string() }),
      /\n.+/,
      file,
    )
  await checkMails(service, month)
  await checkName(service, month.guests.keys())
  const message = z.looseObject({ content: z.string(), sender_id: z.int() })
  const messages = await ask(service, month.asker, 'GET', `/messages/${company.id}`, { as: z.array(message) })
  assert.deepEqual(
    messages.map(({ content, sender_id }) => [content.replace(/ on .*/, ''), sender_id]),
    [
      ['Hello alan, you are expected', company.id],
      ['There is.', company.id],
    ],
  )
  const [staff] = await service.sql`select from users where role in ('support', 'admin')`
  assert.equal(staff, undefined, 'nobody of the staff was there')
}

/** A stay has its message before arrival once, and a cleaning on the day of its departure, unless it was cancelled. */
async function checkServices(service: Service, id: number, { status, message }: Expected, departure: string) {
  const sent = await service.sql<{ status: string }[]>`
    select status::text from template_sendings where reservation_id = ${id}`
  assert.ok(sent.length <= 1, `one message for stay ${id}`)
  if (message !== undefined) assert.equal(sent[0]?.status ?? 'none', message, `message of stay ${id}`)
  const cleanings = await service.sql<{ day: string }[]>`
    select day::text from tasks where reservation_id = ${id} and kind = 'cleaning'`
  // Guests who had left before the company came here need none.
  const isNeeded = status !== 'cancelled' && departure >= service.today(-service.day)
  assert.deepEqual(
    cleanings.map(({ day }) => day),
    isNeeded ? [departure] : [],
    `cleaning of stay ${id}`,
  )
}

/** Received, kept and documented money are one sum, and each euro came by card or from elsewhere. */
async function checkMoney(service: Service, { stays }: Month): Promise<void> {
  const [sums] = await service.sql<{ kept: number; documented: number; card: number }[]>`
    select (select sum(amount_cents) - sum(refunded_cents) from receipts where status = 'applied')::integer as kept,
      (select sum(total_cents) from invoices)::integer as documented,
      (select sum(amount_cents) from receipts where method = 'card')::integer as card`
  const kept = [...stays.values()].reduce((sum, one) => sum + one.kept, 0)
  assert.equal(sums?.kept, Math.round(kept * 100), 'money that is kept')
  const undocumented = [...stays.values()].reduce((sum, one) => sum + (one.undocumented ?? 0), 0)
  assert.equal(sums?.documented, Math.round((kept - undocumented) * 100), 'money that documents say')
  const elsewhere = [...stays.values()].reduce((sum, one) => sum + (one.elsewhere ?? 0), 0)
  const [all] = await service.sql<{ cents: number }[]>`select sum(amount_cents)::integer as cents from receipts`
  assert.equal(all?.cents, (sums?.card ?? 0) + Math.round(elsewhere * 100), 'money from elsewhere')
}

/** Guests with an account have no mail twice. Others have one fixed text with a link, whatever it is about, and not too often. */
async function checkMails(service: Service, { guests }: Month): Promise<void> {
  for (const [email, stays] of guests) {
    const mails = await mailsTo(service, email)
    assert.ok(mails.length >= stays, `mails to ${email}`)
    if (email.endsWith('@guest.example')) {
      assert.ok(mails.length <= 8, `${mails.length} mails to ${email}`)
      continue
    }
    const texts = mails.map(({ subject, text }) => `${subject}\n${text}`)
    assert.equal(
      new Set(texts).size,
      texts.length,
      `no mail twice to ${email}: ${mails.map(({ subject }) => subject).join(', ')}`,
    )
  }
}
