import { z } from 'zod'
import { type Role, scopesOfRole } from '../../src/accounts/roles.ts'
import { KEY_SCOPES } from '../../src/accounts/scopes.ts'
import type { Party } from '../../src/platform/http/identity.ts'
import { ANY_SCOPE, keyScopesOf, type Scope, scopesOf } from '../../src/platform/http/scopes.ts'
import type { TestApp, TestUser } from './app.ts'
import { stay } from './booking.ts'
import { makeKey } from './keys.ts'
import { PUBLIC, rowOf } from './named-in-requests.ts'
import { actingFor } from './team.ts'
import { SEASON, type World, world } from './world.ts'

/** Callers of an operation. */
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

/** Every operation of the OpenAPI document, with what its route declares. */
export function operationsOf({ app }: Pick<TestApp, 'app'>) {
  return app.declaredRoutes.flatMap(({ method, url, config = {}, schema = {} }) => {
    if (schema.hide || schema.operationId === undefined || method === 'HEAD') return []
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const isPrefixed = path.startsWith('/api/v1')
    const name = `${String(method)} ${path.replace('/api/v1', '')}`
    const scopesOrNone = (scopes: readonly Scope[] | undefined) => (scopes?.length ? scopes : undefined)
    return {
      name,
      url: isPrefixed ? path.slice('/api/v1'.length) : `/${path}`,
      config,
      body: schema.body,
      security: schema.security ?? [],
      /** Scopes that it asks of a key, and of a key or a member; undefined: it names none. */
      scopes: scopesOrNone(keyScopesOf(config)),
      teamScopes: scopesOrNone(scopesOf(config)),
    }
  })
}

/** The body of an operation as its documents show it. */
export function exampleOf({ body }: { body: unknown }): object {
  if (!(body instanceof z.ZodType)) return {}
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const shown = Object.entries(Object(properties) as Record<string, { example?: unknown }>)
  return Object.fromEntries(shown.flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])))
}

export type DeclaredOperation = ReturnType<typeof operationsOf>[number]

/** The answer to callers who may. */
export const MAY = 'may'

/**
 * Computes the answers of an operation to all callers from what its route declares: `MAY`, or the status of the refusal. `row`: what the request
 * names, if it does.
 */
export function expectedOf({ name, config, security }: DeclaredOperation): Record<Caller, string> {
  const scopes = scopesOf(config)
  const needsToken = security.some((way) => 'bearer' in way) && security.every((way) => Object.keys(way).length > 0)
  const isOpen = security.every((way) => !('bearer' in way))
  const row = rowOf(name)
  const names = !isOpen && (row !== undefined || name.includes('{')) && !PUBLIC.has(name)
  const may: readonly string[] = config.may ?? [names ? 'owner' : 'anyone']
  const isOfStaff = may.every((party) => party === 'support' || party === 'admin')
  const hidden = String(row?.stranger ?? (isOfStaff && !row ? 403 : 404))
  const answerTo = (party: Party | 'stranger'): string => {
    if (config.sees?.some((one) => one === party)) return '403'
    return may.includes('anyone') || may.includes(party) ? MAY : hidden
  }
  const asOwner = answerTo('owner')
  const takesKeys = keyScopesOf(config) !== undefined
  const isForAll = takesKeys && config.scope === ANY_SCOPE
  const asMember = (role: Role, homes: 'all' | 'some'): string => {
    if (scopes === undefined) return '400'
    const lacks = scopes.some((scope) => !scopesOfRole(role).includes(scope))
    return lacks || (config.allHomes && homes === 'some') ? '403' : asOwner
  }
  return {
    nobody: needsToken ? '401' : answerTo('stranger'),
    guest: answerTo('guest'),
    owner: asOwner,
    other: answerTo('stranger'),
    support: answerTo('support'),
    admin: answerTo('admin'),
    key: takesKeys ? asOwner : '403',
    elsewhere: !takesKeys || config.allHomes ? '403' : names ? hidden : asOwner,
    publishable: isForAll ? MAY : config.publishable ? answerTo('stranger') : '403',
    manager: asMember('manager', 'all'),
    desk: asMember('desk', 'all'),
    accountant: asMember('accountant', 'all'),
    homeowner: asMember('owner', 'some'),
  }
}

/** Something of each kind, with a picture of the draft and a message with a file. */
export type Ids = World & { photo: number; letter: number }

/** A request of an operation, where it is not that of its row about something of the owner's. */
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
export function requestOf(ids: Ids, operation: DeclaredOperation): Request {
  const { name, url } = operation
  const own = REQUESTS[name]?.(ids)
  if (own) return own
  const row = rowOf(name)
  if (!row) return [url.replaceAll(/\{[^}]+\}/g, '1')]
  const asIs = <Id>(id: Id): Id => id
  return [row.path(ids, asIs), row.body?.(ids, asIs) ?? exampleOf(operation)]
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
