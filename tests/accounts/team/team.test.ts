import { describe, expect } from 'vitest'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { acceptInvitation, actingFor, asThemselves, invitationKey, invite, joins } from '../../support/team.ts'

const team = async (t: TestApp, by: TestUser) => (await t.call('GET', '/team', undefined, by)).body.data

describe('the team of an account', () => {
  alone('comes by one mail that names nobody, is accepted once, and may do nothing before', async ({ t }) => {
    const { owner, home } = await scene(t)
    const [friend, other] = [await t.user({ verified: false }), await t.user()]
    const draft = await t.home(owner, { status: 'draft' })
    const invited = await invite(t, owner, friend.email.toUpperCase(), 'desk', [draft])
    expect([invited.status, invited.body.data]).toEqual([
      201,
      expect.objectContaining({ email: friend.email, user: null, role: 'desk', property_ids: [draft] }),
    ])
    const key = await invitationKey(t, friend.email)
    const [mail] = await t.mails(friend.email)
    expect(mail?.text).not.toMatch(/Ada|Lovelace|user\d|Maison du test/)
    const read = (by: TestUser) => t.call('GET', `/team/invitations/${key}`, undefined, by)
    const forOwner = { ...friend, headers: { 'sejour-account': String(owner.id) } }
    const draftFor = (by: TestUser) => t.call('GET', `/properties/${draft}`, undefined, by)
    expect((await read(other)).body.code).toBe('not_invited')
    // Nothing is said to an address that nobody has verified.
    expect((await read(friend)).body.code).toBe('not_verified')
    expect((await acceptInvitation(t, other, key)).body.code).toBe('not_invited')
    expect((await acceptInvitation(t, friend, key)).body.code).toBe('not_verified')
    expect((await draftFor(forOwner)).body.code).toBe('not_in_team')

    await t.db`update users set email_verified_at = now() where id = ${friend.id}`
    expect((await read(friend)).body.data).toMatchObject({ account: { id: owner.id }, company: null, role: 'desk' })
    expect((await t.call('PUT', '/company', { name: 'Blue Homes' }, owner)).status).toBe(200)
    expect((await read(friend)).body.data.company).toBe('Blue Homes')
    const both = await Promise.all([acceptInvitation(t, friend, key), acceptInvitation(t, friend, key)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await team(t, owner)).toMatchObject([
      { id: invited.body.data.id, user: { id: friend.id }, email: friend.email, expires_at: null },
    ])
    expect((await draftFor(forOwner)).status).toBe(200)
    expect((await draftFor(friend)).status).toBe(404)
    const places = (await t.call('GET', '/team/memberships', undefined, friend)).body.data
    expect(places).toMatchObject([{ account: { id: owner.id }, role: 'desk', property_ids: [draft] }])
    const news = (await t.call('GET', '/notifications', undefined, owner)).body.data
    expect(news).toMatchObject([{ type: 'member_joined', data: { user_id: friend.id } }])
    await t.drain()
    expect((await t.mails(owner.email)).map(({ subject }) => subject)).toContain('Une personne a rejoint votre équipe')

    // Members and the account itself are not invited; nor to a missing role or home.
    for (const email of [friend.email, owner.email])
      expect((await invite(t, owner, email)).body.errors).toHaveProperty('email')
    for (const wrong of ['', 'landlord', 'constructor'])
      expect((await invite(t, owner, other.email, wrong)).body.errors).toHaveProperty('role')
    expect((await invite(t, owner, other.email, 'desk', [await t.home(other)])).body.errors).toHaveProperty(
      'property_ids',
    )
    // A second invitation of an address ends the first.
    await invite(t, owner, other.email, 'desk')
    const first = await invitationKey(t, other.email)
    await invite(t, owner, other.email, 'accountant', [home])
    await t.drain()
    expect((await acceptInvitation(t, other, first)).status).toBe(404)
    expect((await team(t, owner))[1]).toMatchObject({ email: other.email, role: 'accountant', property_ids: [home] })
    await t.db`update team_grants set expires_at = now() - interval '1 second' where email is not null`
    expect((await acceptInvitation(t, other)).status).toBe(404)
  })

  alone('is changed by managers within their own homes, and only the account makes managers', async ({ t }) => {
    const { owner, home } = await scene(t)
    const second = await t.home(owner)
    const manager = await joins(t, owner, 'manager', [home])
    const desk = await joins(t, owner, 'desk', [home])
    const wide = await joins(t, owner, 'accountant')
    const at = ({ member_id }: { member_id: string }) => `/team/${member_id}`
    const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) =>
      (await answer).body.code ?? (await answer).status
    expect(await codeOf(invite(t, manager, 'a@example.org', 'manager', [home]))).toBe('forbidden')
    expect(await codeOf(invite(t, manager, 'a@example.org', 'desk'))).toBe('forbidden')
    expect(await codeOf(invite(t, manager, 'a@example.org', 'desk', [home, second]))).toBe('forbidden')
    expect(await codeOf(t.call('PATCH', at(desk), { role: 'manager' }, manager))).toBe('forbidden')
    expect(await codeOf(t.call('PATCH', at(desk), { property_ids: null }, manager))).toBe('forbidden')
    // Their own place is that of a manager.
    expect(await codeOf(t.call('PATCH', at(manager), { property_ids: null }, manager))).toBe('forbidden')
    // Those who act for other homes too are nobody to them.
    expect((await team(t, manager)).map(({ id }: { id: string }) => id)).toEqual([manager.member_id, desk.member_id])
    expect((await t.call('PATCH', at(wide), { role: 'desk' }, manager)).status).toBe(404)
    expect((await t.call('DELETE', at(wide), undefined, manager)).status).toBe(404)
    expect(await codeOf(invite(t, desk, 'a@example.org', 'desk', [home]))).toBe('scope_missing')
    expect((await invite(t, manager, 'a@example.org', 'desk', [home])).status).toBe(201)
    // An invitation beyond their own is not theirs to replace.
    await invite(t, owner, 'b@example.org', 'desk')
    expect(await codeOf(invite(t, manager, 'b@example.org', 'desk', [home]))).toBe('forbidden')
    expect((await t.call('PATCH', at(desk), { role: 'accountant' }, manager)).body.data.role).toBe('accountant')
    const entries = (await t.call('GET', '/audit?action=team.changed', undefined, owner)).body.data
    expect(entries[0]).toMatchObject({
      actor: 'member',
      actor_id: manager.id,
      changes: { role: ['desk', 'accountant'] },
    })

    // Whoever is removed at the same time invites nobody: in the end none of theirs is left.
    const attempts = await Promise.all([
      t.call('DELETE', at(manager), undefined, owner),
      ...Array.from({ length: 6 }, (_, i) => invite(t, manager, `c${i}@example.org`, 'desk', [home])),
    ])
    expect(attempts.map(({ status }) => status).filter((status) => ![200, 201, 403].includes(status))).toEqual([])
    expect((await team(t, owner)).map(({ email }: { email: string }) => email)).toEqual([
      desk.email,
      wide.email,
      'b@example.org',
    ])
    expect(await codeOf(t.call('GET', '/properties/mine', undefined, manager))).toBe('not_in_team')
  })

  alone('loses what a manager has invited others to, as far as it is beyond them now', async ({ t }) => {
    const { owner, home } = await scene(t)
    const second = await t.home(owner)
    const manager = await joins(t, owner, 'manager')
    const open = async () =>
      (await team(t, owner)).flatMap(({ user, email }: { user: null; email: string }) => (user ? [] : [email]))
    await invite(t, manager, 'a@example.org', 'desk', [home])
    await invite(t, manager, 'b@example.org', 'desk', [second])
    await invite(t, manager, 'c@example.org', 'desk')
    await t.call('PATCH', `/team/${manager.member_id}`, { property_ids: [home] }, owner)
    expect(await open()).toEqual(['a@example.org'])
    await t.call('PATCH', `/team/${manager.member_id}`, { role: 'desk' }, owner)
    expect(await open()).toEqual([])
    // Everybody may leave, as themselves, and only once.
    const leave = () => t.call('DELETE', `/team/${manager.member_id}`, undefined, asThemselves(manager))
    expect([(await leave()).status, (await leave()).status]).toEqual([200, 404])
  })

  alone('ends in a home that is archived, whatever is accepted at once', async ({ t }) => {
    const { owner, home } = await scene(t)
    const second = await t.home(owner)
    const [one, two] = [await joins(t, owner, 'desk', [home]), await joins(t, owner, 'desk', [home, second])]
    const late = await t.user()
    await invite(t, owner, late.email, 'desk', [home])
    const key = await invitationKey(t, late.email)
    const [, accepted] = await Promise.all([
      t.call('DELETE', `/properties/${home}`, undefined, owner),
      acceptInvitation(t, late, key),
    ])
    expect([200, 404]).toContain(accepted.status)
    for (const member of [one, actingFor(late, owner)])
      expect((await t.call('GET', '/reservations', undefined, member)).body.code).toBe('not_in_team')
    expect((await acceptInvitation(t, late, key)).status).toBe(404)
    const archived = await t.call('GET', `/properties/${home}`, undefined, two)
    const left = (await t.call('GET', '/properties/mine', undefined, two)).body.data
    expect([archived.status, left.map(({ id }: { id: string }) => id)]).toEqual([404, [second]])
  })

  alone('ends with the account, on both sides, and no erased account comes back by an invitation', async ({ t }) => {
    const { owner } = await scene(t)
    const [member, late] = [await joins(t, owner, 'desk'), await t.user()]
    await invite(t, owner, late.email)
    const key = await invitationKey(t, late.email)
    const erase = (user: TestUser) => t.call('DELETE', '/user', { current_password: 'correct horse' }, user)
    expect((await erase(asThemselves(member))).status).toBe(200)
    expect(await team(t, owner)).toMatchObject([{ email: late.email }])
    const [erased, accepted] = await Promise.all([erase(owner), acceptInvitation(t, late, key)])
    expect(erased.status).toBe(200)
    expect([200, 404]).toContain(accepted.status)
    expect(await t.db`select from team_grants`).toEqual([])
  })

  test('is as large as it may be, however many are invited at once', async ({ t }) => {
    const { owner } = await scene(t)
    await t.db`insert into team_grants (owner_id, role, email, key_hash, expires_at, invited_by)
      select ${owner.id}, 'desk', n || '@example.org', convert_to(n::text, 'UTF8'), now() + interval '1 day', ${owner.id}
      from generate_series(1, 197) n`
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => invite(t, owner, `c${i}@example.org`, 'desk')),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.body).toMatchObject({ code: 'limit_reached', data: { limit: 200 } })
  })

  test('mails an address five times a day at most', async ({ t }) => {
    const { owner } = await scene(t)
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await invite(t, owner, 'a@example.org')).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })
})
