import { z } from 'zod'
import type { Role } from '../../src/platform/http/roles.ts'
import { KEY_SCOPES, SCOPES } from '../../src/platform/http/scopes.ts'
import type { TestApp, TestUser } from './app.ts'
import { stay } from './booking.ts'
import { makeKey } from './keys.ts'
import { ROWS } from './named-in-requests.ts'
import { actingFor } from './team.ts'
import { SEASON, type World, world } from './world.ts'

/** Callers of an operation, in the order of the cells of tests/support/matrix.ts. */
export const CALLERS = [
  'nobody',
  'guest',
  'owner',
  'other',
  'support',
  'admin',
  'key',
  'elsewhere',
  'publishable',
  'manager',
  'desk',
  'accountant',
  'homeowner',
] as const

export type Caller = (typeof CALLERS)[number]

const scopes = z.array(z.enum(SCOPES)).optional()
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-scopes': scopes, 'x-team-scopes': scopes }))),
})

/** Every operation, as the OpenAPI document has it, with the scopes that it asks of a key; undefined: it names none. */
export async function operationsOf(t: TestApp) {
  const { paths } = document.parse((await t.call('GET', '//openapi.json')).body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      url: path.startsWith('/api/v1') ? path.slice('/api/v1'.length) : `/${path}`,
      scopes: operation['x-scopes'],
      teamScopes: operation['x-scopes'] ?? operation['x-team-scopes'],
    })),
  )
}

/** Something of each kind, with a picture of the draft and a message with a file. */
export type Ids = World & { photo: number; letter: number }

/** A request of an operation, where it is not that of ROWS about something of the owner's. */
type Request = [path: string, body?: object]

/** Requests name objects of the owner of the world, so that cells differ by the caller and not by the object. */
const REQUESTS: Record<string, (ids: Ids) => Request> = {
  'PUT /properties/{id}/photos/{photo_id}': ({ draft, photo }) => [
    `/properties/${draft}/photos/${photo}`,
    { alt: 'x' },
  ],
  'DELETE /properties/{id}/photos/{photo_id}': ({ draft, photo }) => [`/properties/${draft}/photos/${photo}`],
  'GET /messages/attachments/{message_id}': ({ letter }) => [`/messages/attachments/${letter}`],
  'PUT /seasons-test/{id}': ({ draftSeason }) => [`/seasons-test/${draftSeason}`, { season_libelle: 'y' }],
  'PATCH /seasons-test/{id}': ({ draftSeason }) => [`/seasons-test/${draftSeason}`, { season_libelle: 'y' }],
  'GET /seasons-test/{id}': (ids) => [`/seasons-test/${ids.draftSeason}`],
  'POST /seasons-test': ({ draft }) => ['/seasons-test', { ...SEASON, property_id: draft }],
  'POST /quotes': ({ home }) => ['/quotes', stay(home)],
  'POST /reservations': ({ home }) => ['/reservations', stay(home, 200)],
  'POST /messages': ({ guest, home }) => ['/messages', { receiver_id: guest.id, content: 'x', property_id: home }],
  'GET /messages/{user_id}': ({ guest }) => [`/messages/${guest.id}`],
  'GET /reservations': () => ['/reservations?as=owner'],
  'GET /properties/{id}/comments': ({ home }) => [`/properties/${home}/comments`],
  'PUT /comments/{id}': ({ hiddenComment }) => [`/comments/${hiddenComment}`, { content: 'x' }],
}

/** The request of an operation, and what it is about. */
export function requestOf(ids: Ids, name: string, url: string): Request {
  const own = REQUESTS[name]?.(ids)
  if (own) return own
  const row = ROWS[name]
  if (!row) return [url.replaceAll(/\{[^}]+\}/g, '1')]
  const asIs = <Id>(id: Id): Id => id
  return [row.path(ids, asIs), row.body?.(ids, asIs) ?? {}]
}

async function filledWorld(t: TestApp): Promise<Ids> {
  const ids = await world(t)
  const [photo] = await t.db<{ id: number }[]>`
    insert into property_photos (property_id, path, width, height, position) values (${ids.draft}, 'x.webp', 1, 1, 1) returning id`
  const attachment = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' })
  const letter = { receiver_id: String(ids.owner.id), property_id: ids.home, content: 'x', attachment }
  const { body } = await t.form('/messages', letter, ids.guest)
  return { ...ids, photo: photo?.id ?? 0, letter: Number(body.data.id) }
}

/** A member of the team of an account, as they act for it. */
export async function memberOf(t: TestApp, owner: TestUser, role: Role, homes: string[] | null = null) {
  const user = await t.user()
  await t.db`insert into team_grants (owner_id, role, property_ids, user_id) values (${owner.id}, ${role}, ${homes}, ${user.id})`
  return actingFor(user, owner)
}

/** The world with its callers. */
export async function scene(t: TestApp) {
  const ids = await filledWorld(t)
  // Another home of the owner, for which alone a key is.
  const third = await t.home(ids.owner)
  const other = await t.user()
  await t.home(other)
  const keys = new Map<string, { token: string }>()
  for (const scope of KEY_SCOPES) keys.set(scope, await makeKey(t, ids.owner, { name: scope, scopes: [scope] }))
  const manager = await memberOf(t, ids.owner, 'manager')
  const desk = await memberOf(t, ids.owner, 'desk')
  const accountant = await memberOf(t, ids.owner, 'accountant')
  const homeowner = await memberOf(t, ids.owner, 'owner', [ids.home, ids.draft])
  const callers: Record<Caller, { token?: string }> = {
    nobody: {},
    guest: ids.guest,
    owner: ids.owner,
    other,
    support: await t.user({ role: 'support' }),
    admin: await t.user({ role: 'admin' }),
    key: await makeKey(t, ids.owner),
    elsewhere: await makeKey(t, ids.owner, { property_ids: [third] }),
    publishable: await makeKey(t, ids.owner, { kind: 'publishable' }),
    ...{ manager, desk, accountant, homeowner },
  }
  await t.drain()
  await t.app.dispatchEvents()
  return { ids, third, callers, keys }
}

/** From now on nothing is written: what somebody may do is 503, and changes nothing for the next who tries. */
export async function refuseWrites(t: TestApp): Promise<void> {
  await t.db.unsafe(`
    create function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'nothing is written here' using errcode = '55P03'; end $$;
    do $$
    declare name text;
    begin
      for name in select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and not c.relispartition and n.nspname = 'public'
          and c.relname not in ('attempt_counters', 'idempotency_keys')
      loop
        execute format('create constraint trigger refuse_write after insert or update or delete on %s
          deferrable initially deferred for each row execute function refuse_write()', name);
      end loop;
    end $$`)
}

type TestCaller = Pick<TestUser, 'token'> | { token?: string }

/** Answer to a caller: `ok` when they may, whether or not it is written; else the code of the refusal. */
export async function outcome(t: TestApp, name: string, [path, body]: Request, caller: TestCaller) {
  const [method = ''] = name.split(' ')
  const fields = Object.entries(body ?? {}).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob)
  const { status, body: answer } =
    fields.length > 0
      ? await t.form(path, Object.fromEntries(fields), caller)
      : await t.call(method, path, ['GET', 'DELETE'].includes(method) ? undefined : (body ?? {}), caller)
  // A refresh answers 500 where nothing can be written.
  const isLetIn = status < 400 || status === 503 || (status === 500 && answer?.code === 'unavailable')
  return { cell: isLetIn ? 'ok' : String(status), code: String(answer?.code) }
}
