import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { type Answer, test as base, inDays, PARIS, PASSWORD } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { addFeed } from '../../support/feeds.ts'
import { addPhoto } from '../../support/files.ts'

const AT_ONCE = 50
const LIMIT = 7

const test = base.extend({
  env: {
    HOMES_PER_ACCOUNT: String(LIMIT),
    FEEDS_PER_ACCOUNT: String(LIMIT),
    SUBSCRIPTIONS_PER_ACCOUNT: String(LIMIT),
    FAVORITES_PER_ACCOUNT: String(LIMIT),
    PAYMENT_METHODS_PER_ACCOUNT: String(LIMIT),
    SEASONS_PER_HOME: String(LIMIT),
    CLOSURES_PER_HOME: String(LIMIT),
    RESERVATIONS_PER_DAY: String(LIMIT),
    REGISTRATIONS_PER_DAY: String(LIMIT),
    QUOTES_PER_DAY: String(LIMIT),
    PICTURES_PER_DAY: String(LIMIT),
    ATTACHMENT_MEGABYTES_PER_DAY: '1',
  },
})
const alone = test.extend({ neighbours: false })

const together = (work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)))

/** The limit was reached exactly; the others were refused, with the limit or the time to wait. */
function expectBounded(answers: Answer[], refusal: 409 | 429, limit = LIMIT) {
  const refused = answers.filter(({ status }) => status >= 400)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([refusal]))
  expect(answers.length - refused.length).toBe(limit)
  if (refusal === 409) expect(refused[0]?.body.data).toEqual({ limit })
  else {
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(86_000)
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(86_400)
  }
}

describe('of fifty at once as many are made as an account may have:', () => {
  alone('homes, and one more when one is deleted', async ({ t }) => {
    const owner = await t.user()
    const home = { title: 'Maison', city_id: PARIS, base_price: 100, max_guests: 4 }
    const add = () => t.call('POST', '/properties', home, owner)
    const answers = await together(add)
    expectBounded(answers, 409)
    const made = answers.find(({ status }) => status === 201)
    await t.call('DELETE', `/properties/${made?.body.data.id}`, undefined, owner)
    // The maximum number of homes was created today.
    expect((await add()).status).toBe(429)
    await t.db`update attempt_counters set ends_at = now()`
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(409)
    expect((await t.call('POST', '/properties', home, await t.user())).status).toBe(201)
  })

  alone('feeds and webhook subscriptions, over several homes', async ({ t }) => {
    const owner = await t.user()
    const homes = await Promise.all(Array.from({ length: 6 }, () => t.home(owner)))
    const homeOf = (index: number) => homes[index % homes.length]
    const feed = (index: number) => ({ url: `https://calendars.example/${index}.ics`, name: 'Airbnb' })
    expectBounded(
      await together((index) =>
        t.call('POST', `/calendars/properties/${homeOf(index)}/ical/feeds`, feed(index), owner),
      ),
      409,
    )
    expect(await t.db`select from calendar_feeds`).toHaveLength(LIMIT)
    expectBounded(await together((index) => t.call('POST', `/webhook/${homeOf(index)}/create`, {}, owner)), 409)
    expect(await t.db`select from webhook_subscriptions`).toHaveLength(LIMIT)
  })

  test('feeds of homes that are offered, of their own owner', async ({ t }) => {
    const [one, two] = [await scene(t), await scene(t)]
    const next = await t.home(one.owner)
    const add = async ({ owner }: typeof one, home: string, name: number) =>
      (await addFeed(t, owner, home, `https://calendars.example/${name}.ics`)).status
    for (let name = 0; name < LIMIT; name++) expect(await add(one, one.home, name)).toBe(201)
    expect([await add(one, next, 0), await add(two, two.home, 0)]).toEqual([409, 201])
    await t.call('DELETE', `/properties/${one.home}`, undefined, one.owner)
    expect(await add(one, next, 0)).toBe(201)
  })

  alone('favourites, of which another one can be taken off', async ({ t }) => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => t.user()))
    const homes = await Promise.all(
      owners.flatMap((owner) => Array.from({ length: LIMIT }, () => t.home(owner))).slice(0, AT_ONCE),
    )
    const user = await t.user()
    const toggle = (home: string | undefined) => t.call('POST', `/properties/${home}/favorite`, undefined, user)
    expectBounded(await together((index) => toggle(homes[index])), 409)
    const [kept] = await t.db<{ property_id: string }[]>`select property_id from favorites`
    expect((await toggle(kept?.property_id)).body.data).toEqual({ favorite: false })
  })

  test('payment methods; what is refused is not left at the provider', async ({ t }) => {
    const user = await t.user()
    const cards = Array.from({ length: AT_ONCE }, (_, index) => {
      const { id } = t.standin.store.create('pm', 'payment_method', {
        type: 'card',
        customer: null,
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, fingerprint: `f${index}` },
      })
      return String(id)
    })
    const answers = await together((index) =>
      t.call('POST', '/user-payment-methods', { payment_method_id: cards[index] }, user),
    )
    expectBounded(answers, 409)
    await t.drain()
    expect(t.standin.store.list('payment_method', ({ customer }) => customer !== null)).toHaveLength(LIMIT)
  })

  test('seasons and closures of a home', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { home: other } = await scene(t)
    const season = (property_id: string) => ({
      property_id,
      season_libelle: 'Été',
      season_start_date: inDays(10),
      season_end_date: inDays(20),
      season_reduction_percent: 10,
    })
    expectBounded(await together(() => t.call('POST', '/seasons-test', season(home), owner)), 409)
    expect((await t.call('POST', '/seasons-test', season(other), owner)).status).toBe(403)
    // Neither what a calendar of others closes counts, nor what is over.
    await t.db`
      with feed as (
        insert into calendar_feeds (property_id, name, url) values (${home}, 'x', 'https://calendars.example/x.ics') returning id)
      insert into closures (property_id, start_date, end_date, feed_id, uid)
      select ${home}::uuid, ${inDays(300)}::date, ${inDays(301)}::date, id, 'x' from feed
      union all select ${home}, ${inDays(-9)}, ${inDays(-8)}, null, null`
    const closure = (index: number) => ({ start_date: inDays(2 * index), end_date: inDays(2 * index) })
    const path = `/calendars/properties/${home}`
    expectBounded(await together((index) => t.call('POST', `${path}/close`, closure(index), owner)), 409)
    const block = { action: 'block', ...closure(AT_ONCE) }
    expect((await t.call('POST', `${path}/bulk`, block, owner)).status).toBe(409)
  })
})

describe('of fifty at once as many are done as an account may do in a day:', () => {
  alone('reservations; what was refused for another reason does not count', async ({ t }) => {
    const { home, guest } = await scene(t)
    expect((await book(t, guest, stay(home, 2_000))).status).toBeGreaterThanOrEqual(400)
    expectBounded(await together((index) => book(t, guest, stay(home, 30 + 3 * index, 2))), 429)
    expect(await t.db`select from reservations`).toHaveLength(LIMIT)
  })

  test('reservations before the address is verified: five, and no inquiry, which would mail a stranger', async ({
    t,
  }) => {
    const { owner, home } = await scene(t)
    const guest = await t.user({ verified: false })
    const asked = await book(t, guest, { ...stay(home, 300), inquiry: true })
    expect([asked.status, asked.body.message]).toEqual([403, 'Veuillez d’abord vérifier votre adresse e-mail.'])
    expectBounded(await together((index) => book(t, guest, stay(home, 30 + 3 * index, 2))), 429, 5)
    expect(await t.mails(owner.email)).toEqual([])
  })

  test('registrations from one address, and mails to new addresses of one account', async ({ t }) => {
    const register = (index: number) =>
      t.form('/auth/register', {
        ...{
          username: `u${index}`,
          first_name: 'Ada',
          last_name: 'L',
          country_id: 'FR',
          email: `u${index}@example.com`,
        },
        ...{ password: 'engine1843', password_confirmation: 'engine1843' },
      })
    expectBounded(await together(register), 429)
    const user = await t.user()
    const change = (index: number) =>
      t.call('PUT', '/user', { email: `stranger+${index}@example.net`, current_password: PASSWORD }, user)
    const answers = []
    for (let index = 0; index < 8; index++) answers.push(await change(index))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    await t.drain()
    expect(await t.mails('stranger+4@example.net')).toHaveLength(1)
    expect(await t.mails('stranger+5@example.net')).toEqual([])
  })

  alone('quotes, of an account or of an address', async ({ t }) => {
    const { home, guest } = await scene(t)
    const ask = (headers: object) => t.call('POST', '/quotes', stay(home), headers)
    expectBounded(await together(() => ask(guest)), 429)
    expectBounded(await together(() => ask({})), 429)
    expect(await t.db`select from quotes`).toHaveLength(2 * LIMIT)
  })

  test('pictures', async ({ t }) => {
    const { owner, home } = await scene(t)
    expectBounded(await together(() => addPhoto(t, owner, home)), 429)
    const avatar = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('avatar', new Blob([new Uint8Array(avatar)]), 'a.png')
    const encoded = new Response(form)
    const answer = await t.call('PUT', '/user', Buffer.from(await encoded.arrayBuffer()), {
      ...owner,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    expect(answer.status).toBe(429)
  })

  alone('bytes of attachments, and nothing of what is refused is stored', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const pdf = new File([`%PDF-1.7\n${'x'.repeat(128 * 1_024 - 20)}`], 'a.pdf')
    const send = () =>
      t.form('/messages', { receiver_id: String(owner.id), property_id: home, attachment: pdf }, { token: guest.token })
    const answers: Answer[] = []
    // Six forms of an account are read at once; more are asked to wait a second.
    while (answers.length < AT_ONCE) answers.push(...(await Promise.all(Array.from({ length: 5 }, send))))
    expectBounded(answers, 429, 8)
    expect(await t.db`select from messages`).toHaveLength(8)
  })
})

test('a large picture counts as several, and is refused when the day has no room for it', async ({ t }) => {
  const { owner, home } = await scene(t)
  const [width, height] = [8_000, 6_000]
  const image = sharp({ create: { width, height, channels: 3, background: 'red' } })
  const large = new Uint8Array(await image.png().toBuffer())
  const upload = () => t.form(`/properties/${home}/photos`, { photo: new Blob([large]) }, owner)
  // 48 million pixels count as three of the seven pictures.
  expect([(await upload()).status, (await upload()).status]).toEqual([201, 201])
  expect((await upload()).status).toBe(429)
  expect((await t.db`select from property_photos where property_id = ${home}`).length).toBe(2)
})
