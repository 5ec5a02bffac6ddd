import { describe, expect } from 'vitest'
import { announceReview, reviewThere } from '../../../src/dev/channel/reviews.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import type { TestApp, TestUser } from '../../support/app.ts'
import { connected, test } from '../../support/channel-manager.ts'
import { notifiedTypes, stays } from '../../support/channels.ts'
import { passClaims, runScheduled } from '../../support/jobs.ts'
import { joins } from '../../support/team.ts'

/** A stay that Airbnb has sold. */
async function sold(t: TestApp, manager: ChannelStandin) {
  const scene = await connected(t, manager)
  const revision = scene.sell(30, 33)
  await scene.announced(revision)
  const [row] = await stays(t)
  return { ...scene, booking_id: String(revision.booking_id), id: row?.id ?? 0 }
}

const LOVELY = {
  content: ' Lovely <b>place</b>. ',
  overall_score: 9,
  scores: [
    { category: 'clean', score: 10 },
    { category: 'checkin', score: 7.5 },
    { category: 'respect_house_rules', score: 4 },
  ],
}

async function reviewed(t: TestApp, manager: ChannelStandin, booking_id: string, fields: object = {}) {
  const review = reviewThere(manager, booking_id, { ...LOVELY, ...fields })
  expect(await announceReview(manager, review)).toEqual([200])
  await t.drain()
  return review
}

const commentsOf = async (t: TestApp, home: string, user?: Pick<TestUser, 'token'>, query = '') =>
  (await t.call('GET', `/properties/${home}/comments${query}`, undefined, user)).body

const reply = (t: TestApp, user: Pick<TestUser, 'token'>, id: number, content: string) =>
  t.call('POST', `/comments/${id}/reply`, { content }, user)

const schedule = (t: TestApp) => runScheduled(t, 'channel-reviews.read-all')
const later = (t: TestApp, seconds?: number) => passClaims(t, 'channel_reviews', seconds)

const replies = (manager: ChannelStandin) => manager.reviews.map((review) => review.reply)
const asked = (manager: ChannelStandin) => manager.asked.filter((one) => /POST .*\/reply$/.test(one)).length

describe('a review of a channel', () => {
  test('is taken whatever characters it has, and behind one that cannot be stored', async ({ t, manager }) => {
    const { owner, home, booking_id } = await sold(t, manager)
    const first = reviewThere(manager, booking_id, { ...LOVELY, content: 'a\0b' })
    const last = reviewThere(manager, booking_id, { ...LOVELY, content: `${'x'.repeat(19_999)}😀` })
    const far = { ...first, id: 'far', received_at: '+275760-09-13T00:00:00' }
    manager.reviews.splice(1, 0, far)
    await announceReview(manager, last)
    await t.drain()
    const { data } = await commentsOf(t, home, owner)
    expect(data.map(({ content }: { content: string }) => content.slice(-2))).toEqual(['x\ufffd', 'ab'])
  })

  test('is listed for the company beside those of guests here, and counts in no average', async ({ t, manager }) => {
    const { owner, support, home, booking_id, id } = await sold(t, manager)
    await reviewed(t, manager, booking_id)
    const { data, meta, summary } = await commentsOf(t, home, owner)
    expect(data).toMatchObject([
      {
        ...{ property_id: home, source: 'airbnb', score: 9, rating: 5, content: 'Lovely <b>place</b>.' },
        author: { id: 0, first_name: 'Grace', avatar: null },
        scores: { cleanliness: 5, check_in: 4, location: null },
        ...{ reply: null, reply_state: null, reservation_id: id, can_reply: true, can_edit_until: null },
      },
    ])
    expect([meta.total, summary]).toMatchObject([1, { average: null, count: 0 }])
    expect((await t.call('GET', `/properties/${home}`)).body.data).toMatchObject({ rating_count: 0 })
    expect((await notifiedTypes(t, owner)).filter((type: string) => type === 'review_received')).toHaveLength(1)
    expect((await commentsOf(t, home, support)).data).toHaveLength(1)
    const desk = await joins(t, owner, 'manager')
    expect((await commentsOf(t, home, desk)).data).toMatchObject([{ can_reply: true }])

    // The terms of channels keep it from everybody else.
    for (const stranger of [undefined, await t.user()])
      expect(await commentsOf(t, home, stranger)).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await reply(t, await t.user(), data[0].id, 'x')).status).toBe(404)
    expect((await reply(t, support, data[0].id, 'x')).status).toBe(403)

    // A guest who has stayed with an account; the page goes over both.
    await t.db`insert into comments (property_id, reservation_id, author_id, rating, content, created_at)
      values (${home}, ${id}, ${support.id}, 4, 'Here', now() - interval '1 hour')`
    const second = await commentsOf(t, home, owner, '?per_page=1&page=2')
    expect(second).toMatchObject({ data: [{ source: 'site', score: null, reply_state: null }], meta: { total: 1 } })
  })

  test('is found by the list when an event never came, follows its changes, and is hidden while it is there', async ({
    t,
    manager,
  }) => {
    const { owner, home, booking_id } = await sold(t, manager)
    for (let n = 0; n < 12; n++) reviewThere(manager, booking_id, { ...LOVELY, content: `no. ${n}`, ota: 'BookingCom' })
    const secret = reviewThere(manager, booking_id, { is_hidden: true })
    reviewThere(manager, undefined, { ...LOVELY, ota: 'Agoda' })
    const without = reviewThere(manager, undefined, { content: 'Without a booking', overall_score: 1 })
    const reads: number[] = []
    for (let time = 0; time < 2; time++) {
      await schedule(t)
      reads.push(manager.asked.filter((one) => one.endsWith('/reviews')).length)
    }
    const found = await commentsOf(t, home, owner, '?per_page=50')
    expect(found.data).toHaveLength(13)
    expect(found.data[0]).toMatchObject({ content: 'Without a booking', rating: 1, reservation_id: null })
    expect(found.data[1]).toMatchObject({ source: 'booking_com', content: 'no. 11' })
    // Two pages the first time, and one where nothing is new; the other home is that of a neighbour.
    expect(reads).toEqual([3, 5])
    Object.assign(secret, { is_hidden: false, overall_score: 6, content: 'Now shown' })
    Object.assign(without, { is_hidden: true })
    await Promise.all(['updated_review', 'review'].map((event) => announceReview(manager, secret, event)))
    await t.drain()
    const shown = (await commentsOf(t, home, owner, '?per_page=50')).data.map((one: { content: string }) => one.content)
    expect([shown.length, shown.includes('Now shown'), shown.includes('Without a booking')]).toEqual([13, true, false])
    // Unreadable reviews are left out, and stop nothing.
    Object.assign(secret, { overall_score: 'x', scores: [{ category: 1 }], content: 'Odd' })
    await schedule(t)
    await t.db`update channel_reviews set received_at = now() - interval '2 years'`
    const { housekeeping } = await import('../../../src/operations/health/housekeeping.ts')
    await housekeeping.run(t.app, {})
    expect(await t.db`select from channel_reviews where guest_name is not null`).toHaveLength(0)
  })

  test('is replied to once, and a refusal of the channel is said', async ({ t, manager }) => {
    const { owner, home, booking_id } = await sold(t, manager)
    const review = await reviewed(t, manager, booking_id)
    const one = async () => (await commentsOf(t, home, owner)).data[0]
    const { id } = await one()
    Object.assign(manager, { failures: [422], failing: '/reply' })
    expect((await reply(t, owner, id, 'Merci')).body.data).toMatchObject({ reply_state: 'sending', can_reply: false })
    await t.drain()
    expect(await one()).toMatchObject({
      reply_state: 'failed',
      can_reply: true,
      reply_error: expect.stringMatching(/422/),
    })
    const many = await Promise.all(Array.from({ length: 5 }, (_, n) => reply(t, owner, id, `no. ${n}`)))
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    await t.drain()
    expect(await one()).toMatchObject({ reply_state: 'sent', reply_error: null, can_reply: false })
    expect([replies(manager), asked(manager)]).toEqual([[expect.stringMatching(/^no\. \d$/)], 2])
    // A reply that somebody writes at the channel is the reply here.
    review.reply = 'From the app'
    await schedule(t)
    expect((await one()).reply.content).toBe('From the app')
    expect((await reply(t, owner, id, ' ')).status).toBe(400)
  })

  test('whose answer is lost is looked for in the list, and not replied to again', async ({ t, manager }) => {
    const { owner, home, booking_id } = await sold(t, manager)
    await reviewed(t, manager, booking_id)
    await reviewed(t, manager, booking_id, { content: 'Second' })
    const rows = async () => (await commentsOf(t, home, owner)).data
    const [second, first] = await rows()
    manager.lostAnswers = 1
    await reply(t, owner, first.id, 'Merci')
    await t.drain().catch(() => undefined)
    await later(t, 61)
    expect((await rows())[1]).toMatchObject({ reply: { content: 'Merci' }, reply_state: 'sent' })
    // The channel has never got it.
    Object.assign(manager, { failures: [0], failing: '/reply' })
    await reply(t, owner, second.id, 'Danke')
    await t.drain().catch(() => undefined)
    await later(t)
    expect((await rows())[0]).toMatchObject({ reply_state: 'sending' })
    await later(t, 200)
    expect((await rows())[0]).toMatchObject({ reply_state: 'unclear', can_reply: false })
    expect([asked(manager), replies(manager)]).toEqual([2, ['Merci', null]])
    // The home is no longer mapped.
    const third = await reviewed(t, manager, booking_id, { content: 'Third' })
    await t.db`update webhook_subscriptions set is_active = false where property_id = ${home}`
    const latest = (await rows())[0]
    await reply(t, owner, latest.id, 'Merci')
    await t.drain()
    expect((await rows())[0]).toMatchObject({ reply_state: 'failed', reply_error: 'the home is not mapped' })
    expect(third.reply).toBeNull()
  })
})

const open = test.extend<{ env: Record<string, string> }>({
  env: async ({ env }, use) => use({ ...env, PUBLIC_REVIEWS: 'airbnb, expedia' }),
})

open('everybody reads the reviews of the channels that the installation shows', async ({ t, manager }) => {
  const { owner, home, booking_id } = await sold(t, manager)
  await reviewed(t, manager, booking_id)
  await reviewed(t, manager, booking_id, { ota: 'BookingCom' })
  await reviewed(t, manager, booking_id, { is_hidden: true })
  const shown = await commentsOf(t, home)
  expect(shown).toMatchObject({
    data: [{ source: 'airbnb', reservation_id: null, can_reply: false, reply: null }],
    meta: { total: 1 },
  })
  manager.lostAnswers = 1
  await reply(t, owner, shown.data[0].id, 'Merci')
  expect((await commentsOf(t, home)).data[0]).toMatchObject({ reply: null, reply_state: null })
  await t.drain().catch(() => undefined)
  await later(t, 61)
  expect((await commentsOf(t, home)).data[0].reply.content).toBe('Merci')
  expect((await reply(t, await t.user(), shown.data[0].id, 'x')).status).toBe(403)
})
