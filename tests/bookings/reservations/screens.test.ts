import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'

const show = async (t: TestApp, user: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data
const list = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/reservations${query}`, undefined, user)).body

async function booked(t: TestApp) {
  const people = await scene(t, { title: 'Casa', check_in_time: '15:30', cleaning_fee: 0 })
  const answer = await book(t, people.guest, stay(people.home))
  const { reservation_id: id, payment_url } = answer.body.data
  return { ...people, id: Number(id), url: String(payment_url) }
}

describe('a reservation', () => {
  test('shows its people and its home in lists and alone, for who may see it', async ({ t }) => {
    const { owner, guest, home, id } = await booked(t)
    const support = await t.user({ role: 'support' })
    const shown = {
      guest: { id: guest.id, first_name: 'Ada', avatar: null },
      owner: { id: owner.id, first_name: 'Ada', avatar: null },
      property: {
        id: home,
        title: 'Casa',
        city: 'Paris',
        cover: null,
        check_in_time: '15:30',
        check_out_time: '11:00',
        timezone: 'Europe/Paris',
      },
    }
    expect((await list(t, guest)).data).toMatchObject([{ id, ...shown }])
    expect((await list(t, owner, '?as=owner')).data).toMatchObject([{ id, ...shown }])
    expect((await list(t, support, `?as=all&q=${id}`)).data).toMatchObject([{ id, ...shown }])
    for (const user of [guest, owner, support]) expect(await show(t, user, id)).toMatchObject(shown)
  })

  isolated('lists of all are for the staff, who find stays by home and guest', async ({ t }) => {
    const { owner, guest, id } = await booked(t)
    const support = await t.user({ role: 'support' })
    for (const user of [guest, owner])
      expect((await t.call('GET', '/reservations?as=all', undefined, user)).status).toBe(403)
    const found = async (query: string) =>
      (await list(t, support, `?as=all&${query}`)).data.map((one: { id: number }) => one.id)
    expect(await found('q=casa')).toEqual([id])
    expect(await found('q=lovelace&status=pending')).toContain(id)
    expect(await found('q=nowhere')).toEqual([])
  })

  test('says what each may do, from the hold to the review', async ({ t }) => {
    const { owner, guest, home, id, url } = await booked(t)
    const support = await t.user({ role: 'support' })
    const actions = async (user: TestUser) => (await show(t, user, id)).actions
    expect([await actions(guest), await actions(owner)]).toEqual([
      ['cancel', 'pay'],
      ['confirm', 'decline', 'cancel'],
    ])
    await t.deliver(t.pay(url))
    expect([await actions(guest), await actions(owner), await actions(support)]).toEqual([
      ['cancel', 'request_change'],
      ['cancel', 'change', 'refund'],
      ['cancel', 'change', 'refund'],
    ])
    const days = (from: number) =>
      t.db`update reservations set check_in = ${inDays(from)}, check_out = ${inDays(from + 3)} where id = ${id}`
    await days(0)
    expect(await actions(owner)).toEqual(['cancel', 'change', 'check_in', 'refund'])
    const move = (word: string) =>
      t.call('POST', `/reservations/change-status-reservation-by-proprio/${id}/${word}`, undefined, owner)
    await move('check_in')
    expect(await actions(owner)).toEqual(['change', 'refund'])
    expect((await move('complete')).body.code).toBe('illegal_move')
    await days(-3)
    expect(await actions(owner)).toEqual(['complete', 'refund'])
    await move('complete')
    expect(await show(t, guest, id)).toMatchObject({
      actions: ['review'],
      review: null,
      reviewable_until: inDays(30),
    })
    await t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'Parfait' }, guest)
    const reviewed = await show(t, owner, id)
    expect(reviewed).toMatchObject({
      actions: ['refund'],
      reviewable_until: null,
      review: { rating: 5, reservation_id: id, can_reply: true, can_edit_until: null },
    })
    expect((await show(t, guest, id)).review).toMatchObject({
      can_edit_until: expect.stringMatching(/Z$/),
      can_reply: false,
    })
    const [shown] = (await t.call('GET', `/properties/${home}/comments`)).body.data
    expect(shown).toMatchObject({ reservation_id: null, can_edit_until: null, can_reply: false })
  })

  test('an unknown move is 400 with the words that are known', async ({ t }) => {
    const { owner, id } = await booked(t)
    const path = `/reservations/change-status-reservation-by-proprio/${id}/jump`
    const { status, body } = await t.call('POST', path, undefined, { ...owner, locale: 'en' })
    expect([status, body.errors]).toEqual([
      400,
      {
        status: [
          {
            code: 'not_one_of',
            values: ['confirmed', 'declined', 'cancelled', 'checked_in', 'completed', 'no_show'],
          },
        ],
      },
    ])
  })
})

describe('a checkout', () => {
  test('comes back to the page of its payment, which says what happened', async ({ t }) => {
    const { guest, id, url } = await booked(t)
    const session = t.standin.store.list('checkout.session')[0]
    const back = new URL(String(session?.success_url))
    expect(back.pathname).toMatch(/^\/api\/v1\/pay\//)
    const page = () => t.call('GET', `/${back.pathname}`, undefined, { headers: { accept: 'text/html' } })
    expect((await page()).body).toContain('À payer')
    t.pay(url)
    const returned = await t.call('GET', `/${back.pathname}?session_id=${session?.id}`)
    expect(returned.body).toContain('Déjà payé')
    await t.drain()
    expect((await show(t, guest, id)).status).toBe('confirmed')
    // A session of another payment says nothing of this one.
    expect((await t.call('GET', `/${back.pathname}?session_id=cs_nothing`)).status).toBe(200)
  })

  test('comes back to an allowed page that the front end names, and to no other', async ({ t }) => {
    const { guest, home } = await scene(t)
    const to = (return_url: unknown) => book(t, guest, { ...stay(home), return_url })
    for (const url of ['https://evil.example/x', 'javascript:alert(1)', 'x', 'http://localhost.evil.example']) {
      const refused = await to(url)
      expect([refused.status, refused.body.errors], url).toEqual([400, { return_url: [{ code: 'return_url' }] }])
    }
    const answer = await to('http://localhost:5173/done?lang=fr')
    expect(answer.status).toBe(201)
    expect(t.standin.store.list('checkout.session')[0]).toMatchObject({
      success_url: 'http://localhost:5173/done?lang=fr&session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:5173/done?lang=fr',
    })
  })

  test('has the id of the session before the fragment of a page', async ({ t }) => {
    const { guest, home } = await scene(t)
    await book(t, guest, { ...stay(home), return_url: 'http://localhost:5173/?a=1#/done' })
    expect(t.standin.store.list('checkout.session')[0]).toMatchObject({
      success_url: 'http://localhost:5173/?a=1&session_id={CHECKOUT_SESSION_ID}#/done',
    })
  })
})
