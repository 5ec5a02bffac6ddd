import { describe, expect } from 'vitest'
import { remindToReview } from '../../../src/conversations/reviews/jobs.ts'
import { alone, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { pastStay } from '../../support/stays.ts'

const GOOD = { rating: 5, content: 'Un accueil parfait.' }
const review = (t: TestApp, guest: TestUser, home: string, fields: object = {}) =>
  t.call('POST', `/properties/${home}/comments`, { ...GOOD, ...fields }, guest)
const reviews = async (t: TestApp, home: string, query = '') =>
  (await t.call('GET', `/properties/${home}/comments${query}`)).body
const ratingOf = async (t: TestApp, home: string) => {
  const { rating_average, rating_count } = (await t.call('GET', `/properties/${home}`)).body.data
  return [rating_average, rating_count]
}
const age = (t: TestApp, hours: number) =>
  t.db`update comments set created_at = created_at - make_interval(hours => ${hours}), replied_at = replied_at - make_interval(hours => ${hours})`

/** A home with a review by the guest of a completed stay. */
async function reviewed(t: TestApp, fields: object = {}) {
  const people = await scene(t)
  const reservation_id = await pastStay(t, people.home, people.guest)
  const answer = await review(t, people.guest, people.home, fields)
  const id: number = answer.body.data?.id
  return { ...people, reservation_id, answer, id }
}

describe('a review', () => {
  test('is written after a completed stay, rates the home and is told to its owner', async ({ t }) => {
    const { owner, guest, home, reservation_id, answer } = await reviewed(t, { scores: { cleanliness: 4, value: 5 } })
    const written = {
      id: expect.any(Number),
      property_id: home,
      author: { id: guest.id, first_name: 'Ada', avatar: null },
      rating: 5,
      content: 'Un accueil parfait.',
      scores: { cleanliness: 4, accuracy: null, check_in: null, communication: null, location: null, value: 5 },
      ...{ source: 'site', score: null, reply_state: null, reply_error: null },
      reply: null,
      can_reply: false,
      can_reply_until: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    }
    const forAuthor = { reservation_id, can_edit_until: expect.stringMatching(/Z$/) }
    expect([answer.status, answer.body.data]).toEqual([201, { ...written, ...forAuthor }])
    expect(await reviews(t, home)).toMatchObject({
      data: [written],
      meta: { page: 1, per_page: 20, total: 1, last_page: 1 },
      summary: {
        average: 5,
        count: 1,
        histogram: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 },
        scores: { cleanliness: 4, accuracy: null, check_in: null, communication: null, location: null, value: 5 },
      },
    })
    expect(await ratingOf(t, home)).toEqual([5, 1])
    const notices = (await t.call('GET', '/notifications', undefined, { ...owner, locale: 'fr' })).body.data
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({
      type: 'review_received',
      message: 'Ada donne 5 sur 5 à « Maison du test ».',
      data: { comment_id: answer.body.data.id, property_id: home, reservation_id },
    })
    await t.drain()
    expect(await t.mails(owner.email)).toHaveLength(1)
  })

  alone('has a rating of 1 to 5 and a content', async ({ t }) => {
    const { guest, home } = await scene(t)
    await pastStay(t, home, guest)
    const fields = async (body: object) => {
      const { status, body: answer } = await review(t, guest, home, body)
      return [status, Object.keys(answer.data ?? {})]
    }
    expect(await fields({ rating: undefined, content: undefined })).toEqual([400, ['rating', 'content']])
    for (const rating of [0, 6, 4.5, '5', null]) expect(await fields({ rating })).toEqual([400, ['rating']])
    expect(await fields({ content: 'x'.repeat(3_001) })).toEqual([400, ['content']])
    expect(await fields({ scores: { value: 6 } })).toEqual([400, ['scores.value']])
    expect(await fields({ reservation_id: 999_999 })).toEqual([400, ['reservation_id']])
    expect((await review(t, guest, 'x')).status).toBe(404)
    expect((await review(t, guest, '01980000-0000-7000-8000-000000000000')).status).toBe(404)
    expect(await t.db`select from comments`).toHaveLength(0)
  })

  alone('is for guests of completed stays of the last 30 days, once for each stay', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const stranger = await t.user()
    const confirmed = await pastStay(t, home, guest, { status: 'confirmed' })
    expect((await review(t, stranger, home)).status).toBe(403)
    expect((await review(t, owner, home)).status).toBe(403)
    expect((await review(t, guest, home)).status).toBe(409)
    const old = await pastStay(t, home, guest, { endedDaysAgo: 32 })
    expect((await review(t, guest, home, { reservation_id: old })).status).toBe(409)
    expect((await review(t, guest, home, { reservation_id: confirmed })).status).toBe(409)
    const [first, second] = [await pastStay(t, home, guest), await pastStay(t, home, guest, { endedDaysAgo: 29 })]
    expect((await review(t, stranger, home, { reservation_id: first })).body.data).toHaveProperty('reservation_id')
    expect((await review(t, guest, home, { reservation_id: second })).status).toBe(201)
    expect((await review(t, guest, home, { reservation_id: second })).status).toBe(409)
    expect((await review(t, guest, home, { rating: 2 })).status).toBe(201)
    expect((await review(t, guest, home)).status).toBe(409)
    const stays = await t.db<{ reservation_id: number }[]>`select reservation_id from comments order by id`
    expect(stays.map(({ reservation_id }) => reservation_id)).toEqual([second, first])
    expect(await ratingOf(t, home)).toEqual([3.5, 2])
  })

  test('of twenty at once for one stay, one is written', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await pastStay(t, home, guest)
    const answers = await Promise.all(Array.from({ length: 20 }, () => review(t, guest, home)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await ratingOf(t, home)).toEqual([5, 1])
    expect((await t.call('GET', '/notifications', undefined, owner)).body.data).toHaveLength(1)
  })

  test('of many guests at once all count', async ({ t }) => {
    const { home } = await scene(t)
    const guests = await Promise.all(Array.from({ length: 15 }, () => t.user()))
    for (const guest of guests) await pastStay(t, home, guest)
    const answers = await Promise.all(guests.map((guest, index) => review(t, guest, home, { rating: (index % 5) + 1 })))
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(201))
    expect(await ratingOf(t, home)).toEqual([3, 15])
    const page = await reviews(t, home, '?per_page=4&page=2')
    expect(page.summary.histogram).toEqual({ 1: 3, 2: 3, 3: 3, 4: 3, 5: 3 })
    expect([page.data.length, page.meta.last_page]).toEqual([4, 4])
    const times = page.data.map(({ created_at }: { created_at: string }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  isolated('moves its home in a search by rating', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const better = await t.home(owner, { title: 'Le mieux noté' })
    await pastStay(t, home, guest)
    await pastStay(t, better, guest)
    await review(t, guest, home, { rating: 3 })
    await review(t, guest, better, { rating: 4 })
    const hits = (await t.call('GET', '/properties/search?sort=rating')).body.data
    expect(hits.map(({ id }: { id: string }) => id)).toEqual([better, home])
  })
})

describe('afterwards', () => {
  test('its author changes it for 48 hours, until the owner replies', async ({ t }) => {
    const { owner, guest, home, id } = await reviewed(t, { scores: { value: 3 } })
    const edit = (body: object, user = guest) => t.call('PUT', `/comments/${id}`, body, user)
    const edited = await edit({ rating: 2 })
    expect([edited.status, edited.body.data]).toMatchObject([
      200,
      { rating: 2, content: GOOD.content, scores: { value: 3 } },
    ])
    expect(await ratingOf(t, home)).toEqual([2, 1])
    expect((await edit({ scores: { accuracy: 1 } })).body.data.scores).toMatchObject({ value: null, accuracy: 1 })
    expect((await edit({ rating: 9 })).status).toBe(400)
    expect((await edit({ rating: 1 }, owner)).status).toBe(403)
    expect((await t.call('PUT', '/comments/999999', { rating: 1 }, guest)).status).toBe(404)
    await age(t, 49)
    expect((await edit({ rating: 1 })).status).toBe(409)
    await age(t, -49)
    expect((await t.call('POST', `/comments/${id}/reply`, { content: 'Merci' }, owner)).status).toBe(200)
    expect((await edit({ rating: 1 })).status).toBe(409)
    expect(await ratingOf(t, home)).toEqual([2, 1])
  })

  alone('the owner replies once, and changes the reply for 48 hours', async ({ t }) => {
    const { owner, guest, home, id } = await reviewed(t)
    const reply = (content: unknown, user = owner) => t.call('POST', `/comments/${id}/reply`, { content }, user)
    expect((await reply('Merci !', guest)).status).toBe(403)
    expect((await reply('')).status).toBe(400)
    expect((await reply('Merci !')).body.data.reply).toEqual({ content: 'Merci !', created_at: expect.any(String) })
    expect((await reply('Merci bien !')).status).toBe(200)
    await age(t, 49)
    expect((await reply('Encore merci !')).status).toBe(409)
    expect((await reviews(t, home)).data[0].reply.content).toBe('Merci bien !')
    expect((await t.call('POST', '/comments/999999/reply', { content: 'x' }, owner)).status).toBe(404)
  })

  alone('support hides it everywhere, and shows it again; both are written down', async ({ t }) => {
    const { owner, guest, home, id } = await reviewed(t, { rating: 1 })
    await pastStay(t, home, guest, { endedDaysAgo: 9 })
    await review(t, guest, home, { rating: 5 })
    const [support, admin] = [await t.user({ role: 'support' }), await t.user({ role: 'admin' })]
    const moderate = (action: string, user: TestUser, body: object = { reason: 'Insultes' }) =>
      t.call('POST', `/comments/${id}/${action}`, body, user)
    for (const user of [owner, guest]) expect((await moderate('hide', user)).status).toBe(403)
    expect((await moderate('hide', support, {})).status).toBe(400)
    expect(await ratingOf(t, home)).toEqual([3, 2])
    expect((await moderate('hide', support)).status).toBe(200)
    expect((await moderate('hide', support)).status).toBe(200)
    expect(await ratingOf(t, home)).toEqual([5, 1])
    const page = await reviews(t, home)
    expect([page.data.length, page.meta.total, page.summary.histogram[1]]).toEqual([1, 1, 0])
    expect((await t.call('PUT', `/comments/${id}`, { rating: 2 }, guest)).status).toBe(409)
    expect((await t.call('POST', `/comments/${id}/reply`, { content: 'x' }, owner)).status).toBe(409)
    expect((await moderate('show', admin, { reason: 'Vérifié' })).status).toBe(200)
    expect(await ratingOf(t, home)).toEqual([3, 2])
    const written = await t.db`select actor_id, is_hidden, reason from comment_moderations order by id`
    expect(written).toEqual([
      { actor_id: support.id, is_hidden: true, reason: 'Insultes' },
      { actor_id: admin.id, is_hidden: false, reason: 'Vérifié' },
    ])
    for (const action of ['hide', 'show'])
      expect((await t.call('POST', `/comments/999999/${action}`, { reason: 'x' }, support)).status).toBe(404)
  })

  test('without any visible review a home has no rating; a draft shows none', async ({ t }) => {
    const { owner, home, id } = await reviewed(t)
    const support = await t.user({ role: 'support' })
    await t.call('POST', `/comments/${id}/hide`, { reason: 'x' }, support)
    expect(await ratingOf(t, home)).toEqual([null, 0])
    expect((await reviews(t, home)).summary).toMatchObject({ average: null, count: 0 })
    await t.call('PUT', `/properties/${home}`, { status: 'draft' }, owner)
    expect((await t.call('GET', `/properties/${home}/comments`)).status).toBe(404)
  })

  test('an erased author has no name', async ({ t }) => {
    const { guest, owner, home } = await reviewed(t)
    expect((await t.call('DELETE', '/user', { current_password: 'correct horse' }, guest)).status).toBe(200)
    const told = (await t.call('GET', '/notifications', undefined, owner)).body.data
    expect(told.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringMatching(/^Un compte supprimé donne \d sur 5 à « .+ »\.$/),
    )
    expect((await reviews(t, home)).data[0]).toMatchObject({
      author: { id: guest.id, first_name: null },
      content: GOOD.content,
    })
  })
})

describe('a week after a stay', () => {
  test('its guest is reminded once to review it, by mail only where marketing is wanted', async ({ t }) => {
    const { guest, home } = await scene(t)
    const wanting = await t.user()
    await t.call('PUT', '/notifications/settings', { email_notifications: false, marketing_emails: true }, wanting)
    const stay = await pastStay(t, home, wanting, { endedDaysAgo: 8 })
    await pastStay(t, home, guest, { endedDaysAgo: 8 })
    const [early, late, reviewer, cancelled] = [await t.user(), await t.user(), await t.user(), await t.user()]
    await pastStay(t, home, early, { endedDaysAgo: 4 })
    await pastStay(t, home, late, { endedDaysAgo: 14 })
    await pastStay(t, home, cancelled, { endedDaysAgo: 8, status: 'cancelled' })
    await pastStay(t, home, reviewer, { endedDaysAgo: 8 })
    expect((await review(t, reviewer, home)).status).toBe(201)
    for (let day = 0; day < 2; day++) {
      await t.app.jobs.enqueue(t.db, remindToReview, {})
      await t.drain()
    }
    const remindersOf = async (user: TestUser) =>
      (await t.call('GET', '/notifications', undefined, user)).body.data.map(
        ({ type, data }: { type: string; data: object }) => ({ type, data }),
      )
    expect(await remindersOf(wanting)).toMatchObject([{ type: 'review_reminder', data: { reservation_id: stay } }])
    expect(await remindersOf(guest)).toHaveLength(1)
    for (const user of [early, late, reviewer, cancelled]) expect(await remindersOf(user)).toEqual([])
    expect(await t.mails(guest.email)).toEqual([])
    const mails = await t.mails(wanting.email)
    expect(mails.map(({ headers }) => headers['List-Unsubscribe'])).toEqual([expect.stringMatching(/list=marketing>$/)])
  })
})
