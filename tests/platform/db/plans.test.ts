import { afterAll, beforeAll, expect, test } from 'vitest'
import { READABLE_TYPES } from '../../../src/accounts/notifications/show.ts'
import { allowTypingErrors, type Search } from '../../../src/homes/search/plan.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone, inDays, PARIS, startApp, type TestApp } from '../../support/app.ts'
import { costOfAll, planOf, plansOf, plansOfSearch, searchOf } from '../../support/plans.ts'

let t: Awaited<ReturnType<typeof startApp>>
let id: string

// Plans change nothing: one service has the homes of all of these tests.
beforeAll(async () => {
  t = await startApp()
  id = await manyHomes(t)
})
afterAll(() => t.close())

const plan = (file: string, params: Record<string, unknown>, ...parts: string[]) => planOf(t.db, file, params, parts)

/** A home among five thousand, each with a stay and its payment; returns the home's id. */
async function manyHomes(t: TestApp): Promise<string> {
  const id = await t.home(await t.user())
  await t.db`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone, max_guests, included_guests, base_price_cents)
    select owner_id, 'x', property_type, room_type, country_id, (select id from cities order by id offset n % 300 limit 1), n % 90, n % 180, timezone, 4, 2, n
    from properties, generate_series(1, 5000) n`
  await t.db`
    insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
    select p.id, p.owner_id, '2026-01-01', '2026-01-02', 1, 'expired', '{}', 0, 0, 'EUR' from properties p`
  await t.db`
    insert into payments (reservation_id, kind, title, amount_cents, currency, status, due_on, asked_at)
    select id, 'balance', 'x', 1, 'EUR', (case id % 50 when 0 then 'unpaid' else 'paid' end)::payment_status, '2026-01-01', now()
    from reservations`
  await t.db`analyze`
  return id
}

test.for([
  [`city_id=${PARIS}`, 'search_homes_city'],
  [`city_id=${PARIS}&check_in=${inDays(3)}&check_out=${inDays(5)}`, 'search_homes_city'],
  [`city_id=${PARIS}&check_in=${inDays(3)}&check_out=${inDays(5)}&sort=price&price_max=90`, 'search_homes_city'],
  ['lat=48&lng=2&radius_km=5', 'search_homes_position'],
  ['bbox=2,48,2.1,48.1', 'search_homes_latitude'],
  ['neighborhood_id=1', 'search_homes_neighborhood'],
  ['sort=popular', 'search_homes_popular'],
  ['sort=price', 'search_homes_price'],
  ['sort=rating', 'search_homes_rating'],
  ['sort=newest', 'search_homes_newest'],
  ['sort=distance&lat=48&lng=2', 'search_homes_position'],
] as const)(
  'the search with %s is served by %s, with a plan for its values and with one for any',
  async ([query, index]) => {
    for (const plan of await plansOfSearch(t.db, query)) expect(plan).toContain(index)
  },
)

test('the nearest homes come from the index in its order', async () => {
  for (const plan of await plansOfSearch(t.db, 'sort=distance&lat=48&lng=2'))
    expect(plan).toMatch(/search_homes_position[^\n]*\n\s*Order By/)
})

test('calendars and prices are served by an index', async () => {
  expect(await plan('bookings/calendars/claim-feed', {})).toContain('calendar_feeds_due')
  expect(await plan('bookings/calendars/replace-feed-closures', { feed_id: 1 })).toContain('closures_feed')
  expect(await plan('homes/rates/list-days', { property_id: id, check_in: inDays(1), check_out: inDays(2) })).toContain(
    'calendar_days_pkey',
  )
  expect(
    await plan('homes/rates/list-seasons-of-stay', { property_id: id, check_in: inDays(1), check_out: inDays(2) }),
  ).toContain('seasons_property')
})

test('notifications, messages, their files and comments are served by an index, in its order', async () => {
  expect(await plan('accounts/notifications/list', { user_id: 1, limit: 20, offset: 0 })).toContain(
    'notifications_user',
  )
  expect(await plan('accounts/notifications/count-unread', { user_id: 1, types: READABLE_TYPES })).toContain(
    'notifications_unread_shown',
  )
  const conversations = await plan('conversations/messages/list-conversations', { user_id: 1, limit: 20, offset: 0 })
  expect(conversations).toContain('conversation_sides_latest')
  expect(conversations).not.toContain('Sort')
  const messages = await plan('conversations/messages/list', { conversation_id: 1, before: 900, limit: 20 })
  expect(messages).toContain('messages_conversation')
  expect(messages).not.toContain('Sort')
  for (const [module, index] of [
    ['accounts/auth', 'users_avatar'],
    ['homes/properties', 'property_photos_path'],
    ['conversations/messages', 'messages_attachment'],
    ['hosting/tasks', 'task_pictures_path_key'],
  ] as const)
    expect(await plan(`${module}/list-named-files`, { names: ['avatars/a.webp'] })).toContain(index)
  expect(await plan('conversations/messages/list-files', { user_id: 1 })).toContain('messages_attachments_sent')
})

test('tasks are found by home, person and age, and with them what they show', async () => {
  await t.db`
    insert into tasks (property_id, day, kind) select p.id, current_date + i, 'other' from (select id from properties limit 500) p, generate_series(1, 4) i`
  await t.db`analyze tasks`
  const asked = { user_id: 1, property_id: id, limit: 20, offset: 0 }
  const tasks = await plan('hosting/tasks/list', asked, 'of-home')
  for (const index of [
    'tasks_home',
    'closures_task',
    'task_pictures_task',
    'reservations_property',
    'closures_property',
  ])
    expect(tasks).toContain(index)
  expect(await plan('hosting/tasks/list-assigned', { owner_id: 1, user_id: 1 })).toContain('tasks_assignee')
  expect(await plan('hosting/tasks/delete-old', { days: 365 })).toContain('tasks_old')
})

test('the reviews of a home have one plan, whether it has few or very many', async () => {
  await t.db`
    insert into comments (property_id, reservation_id, author_id, rating, content)
    select case when r.id % 10 = 0 then r.property_id else ${id} end, r.id, r.guest_id, 5, 'Lovely' from reservations r`
  await t.db`analyze comments`
  const [few] = await t.db<
    { property_id: string }[]
  >`select property_id from comments where property_id <> ${id} limit 1`
  const page = { limit: 20, offset: 0, sources: ['airbnb'] }
  const plans = [
    ...(await plansOf(t.db, 'conversations/reviews/list', { property_id: id, ...page })),
    ...(await plansOf(t.db, 'conversations/reviews/list', { property_id: few?.property_id, ...page })),
  ]
  const scans = plans.map((text) => [...text.matchAll(/Sort|\w+ Scan.* using \w+/g)].map(([scan]) => scan))
  for (const scan of scans)
    expect(scan).toEqual([
      // The sort is of a page of each: those written here, and those of channels.
      'Sort',
      'Index Scan using comments_property',
      'Index Scan using users_pkey',
      'Index Scan using properties_pkey',
      'Index Scan using channel_reviews_property',
      'Index Scan using properties_pkey',
    ])
})

test('reservations and the jobs about them are served by an index', async () => {
  await t.db`
    insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency, balance_due_on)
    select p.id, p.owner_id, day, day + 1, 1, 'confirmed', '{}', 0, 0, 'EUR', day - 30
    from (select id, owner_id, current_date + (row_number() over ())::integer % 300 as day from properties) p`
  await t.db`
    insert into payments (reservation_id, title, amount_cents, currency, status) select id, 'x', 1, 'EUR', 'paid' from reservations
    where status = 'confirmed'`
  await t.db`analyze reservations, payments`
  for (const [list, part, index] of [
    ['list', 'as-guest', /reservations_guest/],
    ['list-of-owner', 'newest-first', /reservations_booked[^\n]*\n\s*Index Cond: \(property_id = p/],
  ] as const) {
    const page = { user_id: 2, limit: 20, offset: 0 }
    expect(await plan(`bookings/reservations/${list}`, page, part, 'newest-first')).toMatch(index)
  }
  const shown = await plan('bookings/reservations/list-shown', { reservation_ids: [1, 2] })
  // The function is a part of the plan, and not called for each row.
  expect(shown).not.toContain('open_of_price')
  expect(shown).toContain('payments_reservation')
  const owed = { user_id: 2, owner_id: 2, limit: 20, offset: 0 }
  for (const part of ['open-unpaid', 'open-balance', 'overdue'])
    expect(await plan('bookings/reservations/list', owed, 'as-owner', part, 'by-arrival')).toMatch(
      /payments_owed[^\n]*\n\s*Index Cond: \(\(payee_id/,
    )
  expect(await plan('bookings/states/list-balances-due', { balance_due_on: '2026-01-01', id: 0 })).toMatch(
    /reservations_balance_due/,
  )
  expect(await plan('bookings/settlement/list-asked-balances', { asked_at: '-infinity', id: 0 })).toMatch(
    /payments_(balance_asked|due)/,
  )
  expect(
    await plan('bookings/states/lock-overdue-holds', { property_id: id, check_in: inDays(1), check_out: inDays(2) }),
  ).toMatch(/reservations_(property|stale|home)/)
  expect(await plan('bookings/states/list-overdue', {})).toContain('reservations_stale')
})

test('the plan of a hundred homes reads the bars of each by an index', async () => {
  await t.db`
    insert into closures (property_id, start_date, end_date) select p.id, current_date + i, current_date + i from properties p, generate_series(1, 3) i`
  await t.db`analyze closures`
  const homes = await t.db<{ id: string }[]>`select id from properties limit 100`
  const asked = { property_ids: homes.map((home) => home.id), from_day: inDays(0), to_day: inDays(30), limit: 100 }
  for (const text of await plansOf(t.db, 'bookings/reservations/list-of-homes', asked))
    expect(text).toMatch(/reservations_(property|departure|home|state)[^\n]*\n\s*Index Cond: \(?\(?property_id = home/)
  for (const text of await plansOf(t.db, 'bookings/calendars/list-closures-of-homes', asked))
    expect(text).toMatch(/closures_property[^\n]*\n\s*Index Cond: \(?\(?property_id = home/)
})

test('lists that fill a copy go on in the middle of a home by an index', async () => {
  const [owner] = await t.db<{ owner_id: number }[]>`select owner_id from properties where id = ${id}`
  const place = { after_home: id, after_reservation: 100, after_id: 100, limit: 101, owner_id: owner?.owner_id }
  for (const plan of await plansOf(t.db, 'integrations/mirror/list-reservations', place, ['as-owner'])) {
    expect(plan).toMatch(/using reservations_home[^\n]*\n\s*Index Cond: .*ROW\(property_id, id\) >/)
    expect(plan).not.toContain('reservations_pkey')
  }
  for (const plan of await plansOf(t.db, 'integrations/mirror/list-payments', place, ['as-owner'])) {
    expect(plan).toContain('reservations_home')
    expect(plan).toContain('payments_reservation')
  }
})

test('a login and the cities of a country are served by an index', async () => {
  expect(await plan('accounts/auth/find-by-login', { login: 'a@b.c', phone: '1' })).toMatch(/users_email_key/)
  expect(await plan('platform/places/list-cities', { country_id: 'FR', limit: 20, offset: 0 })).toContain(
    'cities_country_population',
  )
})

test('the next events for webhooks are found by their position', async () => {
  await t.db.begin((tx) => queries.events.addDays(tx, {}))
  expect(await plan('integrations/webhook-endpoints/advance', { limit: 100 })).toMatch(
    /Index Cond: \("position" > \(InitPlan/,
  )
})

alone('the days of a calendar are planned once for all ranges', async ({ t }) => {
  const property_id = await t.home(await t.user())
  // A pooler of transactions keeps no prepared statements.
  const db = t.db.pool.connectAlso()
  try {
    await db.begin(async (tx) => {
      await tx`set local plan_cache_mode = auto`
      for (let days = 1; days <= 12; days++)
        await queries.calendars.listDays(tx, { property_id, from_day: inDays(1), to_day: inDays(30 * days) })
      const plans = await tx`
        select from pg_prepared_statements where statement like 'with home as%' and generic_plans > 0`
      expect(plans).toHaveLength(1)
    })
  } finally {
    await db.end()
  }
})

alone('what an event shows is planned once, however few events there are', async ({ t }) => {
  const db = t.db.pool.connectAlso()
  try {
    await db.begin(async (tx) => {
      await tx`set local plan_cache_mode = auto`
      for (let time = 1; time <= 12; time++) {
        await queries.reservations.listShown(tx, { reservation_ids: [time] })
        await queries.payments.listSome(tx, { ids: [time] })
      }
      const plans = await tx`
        select from pg_prepared_statements
        where statement not like '%pg_prepared%' and generic_plans > 0
          and (statement like '%found (id, place)%' or statement like '%p.id = any (%')`
      expect(plans).toHaveLength(2)
    })
  } finally {
    await db.end()
  }
})

alone('comparing the texts of all homes is expected to be dear', async ({ t }) => {
  await t.home(await t.user())
  await t.db`analyze search_homes`
  const cost = (search: Search) =>
    costOfAll(t.db, 'homes/search/page', { ...search.params, limit: 20, offset: 0 }, search.parts)
  const costs = async () => [await cost(searchOf('q=orlaens')), await cost(allowTypingErrors(searchOf('q=orlaens')))]
  const [exact = 0, similar = 0] = await costs()
  await t.db`update pg_class set reltuples = 1_000_000 where oid = 'search_homes'::regclass`
  const [moreExact = 0, moreSimilar = 0] = await costs()
  expect((moreSimilar - similar) / (moreExact - exact)).toBeGreaterThan(10)
})
