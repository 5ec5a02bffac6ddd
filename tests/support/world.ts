import { inDays, type TestApp, type TestUser } from './app.ts'
import { subscribe } from './channels.ts'
import { makeKey } from './keys.ts'
import { reserved } from './payments.ts'
import { addEndpoint } from './receiver.ts'
import { pastStay } from './stays.ts'

/** The fields of a season. */
export const SEASON = {
  season_libelle: 'x',
  season_start_date: inDays(1),
  season_end_date: inDays(2),
  season_reduction_percent: 1,
}

const idOf = (rows: readonly { id: number }[]): number => rows[0]?.id ?? 0

/** A session of somebody's. */
async function sessionOf({ db }: TestApp, { id }: TestUser): Promise<string> {
  const [row] = await db<{ sid: string }[]>`
    insert into sessions (sid, user_id, token_version, address, created_at, expires_at)
    values (gen_random_uuid(), ${id}, 1, '::1', now(), now() + interval '1 day') returning sid`
  return row?.sid ?? ''
}

/** A passkey of somebody's. */
async function passkeyOf({ db }: TestApp, { id }: TestUser): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
    values (${id}, 'x', 'x', 0, '{}', 'x', false) returning id`
  return row?.id ?? ''
}

/** Somebody in the team of an account. */
async function memberOf(t: TestApp, { id }: TestUser): Promise<string> {
  const [row] = await t.db<{ id: string }[]>`
    insert into team_grants (owner_id, role, user_id) values (${id}, 'accountant', ${(await t.user()).id}) returning id`
  return row?.id ?? ''
}

/** The request of its guest to stay a night longer. */
async function changeRequestOf(t: TestApp, reservation: number): Promise<number> {
  const rows = await t.db<{ id: number }[]>`
    insert into change_requests (reservation_id, change, open_until)
    select r.id, jsonb_build_object('before', v.stay, 'after', v.stay || jsonb_build_object('check_out', r.check_out + 1)), r.check_out - 1
    from reservations r
    cross join lateral (
      select jsonb_build_object('property_id', r.property_id, 'check_in', r.check_in, 'check_out', r.check_out, 'adults', r.adults,
        'children', r.children, 'infants', r.infants, 'total_cents', r.total_cents) as stay) v
    where r.id = ${reservation} returning id`
  return idOf(rows)
}

/** Something of each kind, and people who have nothing to do with it. */
export async function world(t: TestApp) {
  const { owner, guest, home, id: reservation, url } = await reserved(t)
  await t.deliver(t.pay(url))
  const draft = await t.home(owner, { status: 'draft' })
  const stranger = await t.user({ locale: 'en' })
  const seasonOf = async (property_id: string) =>
    Number((await t.call('POST', '/seasons-test', { ...SEASON, property_id }, owner)).body.data.id)
  const supplement = (
    await t.call('POST', `/reservations/${reservation}/supplements`, { label: 'x', amount: 1 }, owner)
  ).body.data.id
  const message = (await t.call('POST', '/messages', { receiver_id: owner.id, content: 'x' }, guest)).body.data.id
  await t.call('POST', `/messages/${owner.id}/report`, { reason: 'x' }, guest)
  const commentOn = async () => {
    await pastStay(t, home, guest)
    const answer = await t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'x' }, guest)
    return Number(answer.body.data.id)
  }
  const [comment, hiddenComment] = [await commentOn(), await commentOn()]
  await t.db`update comments set hidden_at = now() where id = ${hiddenComment}`
  const range = { start_date: inDays(3), end_date: inDays(4) }
  const closure = (await t.call('POST', `/calendars/properties/${draft}/close`, range, owner)).body.data.id
  const family = { start_date: inDays(5), end_date: inDays(6), kind: 'owner_stay', name: 'x', guests: 1 }
  const ownerStay = (await t.call('POST', `/calendars/properties/${draft}/close`, family, owner)).body.data.id
  const job = { property_id: draft, day: inDays(3), kind: 'other' }
  const task = Number((await t.call('POST', '/tasks', job, owner)).body.data.id)
  await t.db`insert into customers (user_id, customer_id) values (${guest.id}, 'cus_x')`
  const channelProperty = 'P-of-owner'
  await t.db`insert into channel_properties (remote_property_id, owner_id) values (${channelProperty}, ${owner.id})`
  return {
    owner,
    guest,
    stranger,
    loner: await t.user(),
    home,
    draft,
    reservation,
    supplement: Number(supplement),
    changeRequest: await changeRequestOf(t, reservation),
    message: Number(message),
    comment,
    hiddenComment,
    closure: Number(closure),
    ownerStay: Number(ownerStay),
    task,
    taskPicture: idOf(
      await t.db<{ id: number }[]>`
        insert into task_pictures (task_id, path, width, height) values (${task}, 'attachments/x.webp', 1, 1) returning id`,
    ),
    historyEntry: idOf(
      await t.db<{ id: number }[]>`
        insert into history_entries (owner_id, archive_id, kind, number, on_day, amount_cents, currency, property_id, title, data, file)
        values (${owner.id}, gen_random_uuid(), 'invoice', 'X-1', now(), 1, 'EUR', ${draft}, 'x', '{}', 'documents/x.pdf') returning id`,
    ),
    season: await seasonOf(home),
    draftSeason: await seasonOf(draft),
    endpoint: (await addEndpoint(t, owner, 'https://hooks.example/')).id,
    seller: Number((await t.call('POST', '/sellers', { name: 'x', prefix: 'X' }, owner)).body.data.id),
    apiKey: (await makeKey(t, owner)).id,
    template: Number(
      (await t.call('POST', '/message-templates', { name: 'x', trigger: 'confirmed', texts: { en: 'x' } }, owner)).body
        .data.id,
    ),
    member: await memberOf(t, owner),
    session: await sessionOf(t, owner),
    passkey: await passkeyOf(t, owner),
    subscription: (await subscribe(t, owner, draft)).id,
    channelProperty,
    payment: idOf(await t.db<{ id: number }[]>`select id from payments order by id`),
    report: idOf(await t.db<{ id: number }[]>`select id from conversation_reports`),
    notification: idOf(await t.db<{ id: number }[]>`select id from notifications where user_id = ${guest.id}`),
    card: idOf(
      await t.db<{ id: number }[]>`
        insert into payment_methods (user_id, method_id, type, brand, last4, exp_month, exp_year, is_default)
        values (${guest.id}, 'pm_x', 'card', 'visa', '4242', 12, 2099, true) returning id`,
    ),
    policy: idOf(
      await t.db<{ id: number }[]>`
        insert into policies (type, title, locale, version, content, is_mandatory, status)
        values ('terms', 'x', 'fr', 1, 'x', false, 'draft') returning id`,
    ),
  }
}

export type World = Awaited<ReturnType<typeof world>>
