import { describe, expect } from 'vitest'
import { MAX_NEWS_A_DAY } from '../../../src/accounts/auth/throttle.ts'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { change } from '../../support/changes.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import { makeDue } from '../../support/jobs.ts'
import { write } from '../../support/messages.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, mailedTo, prove } from '../../support/stay-page.ts'
import { moveTo, shift } from '../../support/stays.ts'
import { invite, joins } from '../../support/team.ts'

/** Words that an account types wherever it can, and an address in them. */
const MARK = 'Zanzibar'
const TITLE = `${MARK} evil.example`
const LINK = /evil\.example/

let count = 0
const mailbox = () => {
  count += 1
  return `stranger${count}@example.org`
}

/** Everything that is mailed to an address. */
async function mailsTo(t: TestApp, to: string) {
  for (const job of ['stays.mail-changed', 'notifications.mail-gathered', 'messages.mail-unread']) await makeDue(t, job)
  await t.db`
    update messages set created_at = created_at - interval '10 minutes'
    where receiver_id = (select id from users where email = ${to})`
  await t.drain()
  return t.mails(to)
}

/** Kinds of mails to the guest of a stay by hand, and whether a proved address gets the words. */
const TO_CONTACTS: Record<string, [isQuoted: boolean, (t: TestApp, owner: TestUser, id: number) => Promise<unknown>]> =
  {
    'a message': [true, (t, owner, id) => writeToGuest(t, owner, id, { content: `Buy at ${TITLE}` })],
    'a message of a template': [
      true,
      async (t, owner) => {
        const texts = { en: `Buy ${TITLE} {link} {home}`, fr: MARK }
        const made = await t.call('POST', '/message-templates', { name: MARK, trigger: 'confirmed', texts }, owner)
        expect(made.status).toBe(201)
        await t.db`update message_templates set active_since = now() - interval '1 year' where owner_id = ${owner.id}`
        await t.db`insert into pgboss.job (name, data) values ('message-templates.claim-due', '{}')`
      },
    ],
    'a change': [true, (t, owner, id) => change(t, owner, id, { adults: 3, reason: TITLE })],
    'a change request that is declined': [
      true,
      async (t, owner, id) => {
        const asked = await t.call('GET', `/reservations/${id}/change-requests`, undefined, owner)
        const at = `/reservations/${id}/change-requests/${asked.body.data[0].id}/decline`
        expect((await t.call('POST', at, { reason: TITLE }, owner)).status).toBe(200)
      },
    ],
    'a bill': [
      true,
      async (t, owner, id) => {
        await addSupplement(t, owner, id, TITLE, 10)
        expect((await bill(t, owner, id)).status).toBe(200)
      },
    ],
    'a cancellation': [
      true,
      (t, owner, id) => t.call('POST', `/reservations/${id}/cancel`, { refund: 'all', reason: TITLE }, owner),
    ],
    'the end of a stay': [
      true,
      async (t, owner, id) => {
        await shift(t, id, -3)
        for (const word of ['checked_in', 'completed']) expect((await moveTo(t, owner, id, word)).status).toBe(200)
      },
    ],
    'a code': [false, async (t, _owner, id) => t.call('POST', `${await companyLink(t, _owner, id)}/codes`)],
  }

const companyLink = async (t: TestApp, owner: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}/link`, undefined, owner)).body.data.url.replace(
    'http://sejour.test/api/v1',
    '',
  )

const KINDS = Object.keys(TO_CONTACTS).flatMap((kind) => [
  { kind, is: 'unproved' as const },
  { kind, is: 'proved' as const },
])

describe('a guest without an account', () => {
  test.for(KINDS)('with an address that is $is is mailed about $kind', async ({ kind, is }, { t }) => {
    const [isQuoted, act] = TO_CONTACTS[kind] ?? [false, async () => undefined]
    const email = mailbox()
    const guest = { name: `${MARK} Evil`, first_name: MARK, email, language: 'en' }
    const { owner, id } = await bookedByHand(t, { guest, fields: { title: TITLE } })
    await t.db`update users set first_name = ${MARK} where id = ${owner.id}`
    await t.call('POST', `${await companyLink(t, owner, id)}/change-requests`, { adults: 1, message: MARK })
    if (is === 'proved') await prove(t, id, email)
    const before = (await mailsTo(t, email)).length
    await act(t, owner, id)
    const mails = await mailsTo(t, email)
    expect(mails.length).toBeGreaterThan(before)
    const seen = mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n')
    expect([kind, is, seen.includes(MARK)]).toEqual([kind, is, is === 'proved' && isQuoted])
    for (const { subject } of mails) expect(subject).not.toMatch(LINK)
    // The way to the stay is there all the same.
    if (is === 'unproved') expect(seen).toMatch(/\/(stay|pay)\/\S+/)
  })

  isolated('who is written to hundreds of times gets no more than the day allows', async ({ t }) => {
    const email = mailbox()
    const { id, owner } = await bookedByHand(t, { guest: { name: 'Ada', email, language: 'en' } })
    const before = (await mailsTo(t, email)).length
    await t.db`update attempt_counters set count = ${MAX_NEWS_A_DAY - 2} where key = ${`news mailed to ${email}`}`
    for (let mail = 0; mail < 6; mail++) await writeToGuest(t, owner, id, { content: `no. ${mail}` })
    expect((await mailsTo(t, email)).length - before).toBe(2)
  })
})

/** Kinds of mails to another account. */
const TO_ACCOUNTS: Record<string, (t: TestApp, owner: TestUser, guest: TestUser, id: number) => Promise<unknown>> = {
  'a message of an account': (t, owner, guest) => write(t, owner, guest, { content: `Buy at ${TITLE}` }),
  'a change': (t, owner, _guest, id) => change(t, owner, id, { adults: 3, reason: TITLE }),
  'a cancellation': (t, owner, _guest, id) =>
    t.call('POST', `/reservations/${id}/cancel`, { refund: 'all', reason: TITLE }, owner),
}

describe('an account', () => {
  test.for(Object.keys(TO_ACCOUNTS).flatMap((kind) => [true, false].map((verified) => ({ kind, verified }))))(
    'verified: $verified, is mailed about $kind',
    async ({ kind, verified }, { t }) => {
      const [owner, guest] = [await t.user(), await t.user({ verified, locale: 'en' })]
      const home = await t.home(owner, { title: TITLE, balance_due_days: 0 })
      await t.db`update users set first_name = ${MARK} where id = ${owner.id}`
      const booked = await book(t, guest, stay(home))
      await t.db`update reservations set status = 'confirmed', hold_expires_at = null where id = ${booked.body.data.reservation_id}`
      await TO_ACCOUNTS[kind]?.(t, owner, guest, Number(booked.body.data.reservation_id))
      const mails = await mailsTo(t, guest.email)
      expect(mails.length).toBeGreaterThan(0)
      const seen = mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n')
      expect([kind, verified, seen.includes(MARK)]).toEqual([kind, verified, verified])
      for (const { subject } of mails) expect(subject).not.toMatch(LINK)
    },
  )

  test('invites any address with a fixed text', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner, { title: TITLE })
    await t.db`update users set first_name = ${MARK}, username = ${`${MARK}${owner.id}`} where id = ${owner.id}`
    const email = mailbox()
    expect((await invite(t, owner, email)).status).toBe(201)
    const [mail] = await mailsTo(t, email)
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain(MARK)
  })
})

test('of sixty changes of a stay each side gets one mail, with the last of them', async ({ t }) => {
  const email = mailbox()
  const { owner, id } = await bookedByHand(t, { guest: { name: 'Ada', email, language: 'en' } })
  const desk = await joins(t, owner, 'desk')
  await t.db`update users set locale = 'en' where id = ${desk.id}`
  const count = async () => [(await mailsTo(t, email)).length, (await mailsTo(t, desk.email)).length]
  const before = await count()
  // Two of them at once.
  await Promise.all([2, 3].map((adults) => change(t, owner, id, { adults })))
  for (let one = 0; one < 10; one++)
    expect((await change(t, owner, id, { check_out: inDays(34 + (one % 2)) })).status).toBe(200)
  const after = await count()
  expect(after.map((mails, side) => mails - (before[side] ?? 0))).toEqual([1, 1])
  const [mail] = await t.mails(desk.email)
  expect([mail?.subject, mail?.text]).toEqual(['Reservation modified', expect.stringContaining('Casa')])
  const [toGuest] = await t.mails(email)
  expect(toGuest?.text).toContain(await mailedTo(t, id, email))
})
