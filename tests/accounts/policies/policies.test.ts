import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { alone, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'

const store = (t: TestApp, admin: TestUser, fields: object = {}) =>
  t.call(
    'POST',
    '/policies/store',
    { type: 'terms', title: 'CGU', content: 'Texte', status: 'published', ...fields },
    admin,
  )
const update = (t: TestApp, admin: TestUser, id: number, body: object) =>
  t.call('POST', `/policies/update/${id}`, body, admin)
const current = (t: TestApp, type = 'terms', locale: 'fr' | 'en' = 'fr') =>
  t.call('GET', `/policies/type/${type}`, undefined, { locale })

describe('policies', () => {
  alone('are written by administrators, read by all; a published text never changes', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const first = await store(t, admin)
    expect([first.status, first.body.data]).toEqual([
      201,
      expect.objectContaining({ type: 'terms', locale: 'fr', version: 1, status: 'published', is_mandatory: true }),
    ])
    const second = await update(t, admin, first.body.data.id, { content: 'Texte 2' })
    expect(second.body.data).toMatchObject({ version: 2, content: 'Texte 2', title: 'CGU', status: 'published' })
    expect((await current(t)).body.data.version).toBe(2)
    const past = await t.call('GET', `/policies/show_policy_by_id/${first.body.data.id}`)
    expect(past.body.data).toMatchObject({ status: 'archived', content: 'Texte' })
    await expect(t.db`update policies set content = 'x' where status <> 'draft'`).rejects.toMatchObject({
      code: '23514',
    })
    expect((await t.call('GET', '/policies/index')).body.data).toHaveLength(1)
    expect((await t.call('GET', '/policies/index', undefined, admin)).body.data).toHaveLength(2)
  })

  isolated('a draft is the administrators’ own, changes in place, and may be deleted', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const { id } = (await store(t, admin, { status: 'draft' })).body.data
    expect((await t.call('GET', `/policies/show_policy_by_id/${id}`)).status).toBe(404)
    expect((await t.call('GET', `/policies/show_policy_by_id/${id}`, undefined, admin)).status).toBe(200)
    expect((await current(t)).status).toBe(404)
    expect((await update(t, admin, id, { title: 'Neu' })).body.data).toMatchObject({
      id,
      version: 1,
      title: 'Neu',
      status: 'draft',
    })
    expect((await update(t, admin, id, { status: 'published' })).body.data).toMatchObject({
      id,
      version: 1,
      status: 'published',
    })
    const other = (await store(t, admin, { status: 'draft' })).body.data.id
    expect((await t.call('DELETE', `/policies/delete/${other}`, undefined, admin)).status).toBe(200)
    expect(await t.db`select from policies where id = ${other}`).toHaveLength(0)
    expect((await t.call('DELETE', `/policies/delete/${id}`, undefined, admin)).status).toBe(200)
    expect(await t.db`select status from policies where id = ${id}`).toEqual([{ status: 'archived' }])
    expect((await t.call('DELETE', '/policies/delete/999', undefined, admin)).status).toBe(404)
  })

  isolated('are listed by what is asked for; what is not in force administrators see alone', async ({ t }) => {
    const [admin, user] = [await t.user({ role: 'admin' }), await t.user()]
    await store(t, admin, { title: 'old' })
    await store(t, admin, { title: 'new' })
    await store(t, admin, { title: 'en', locale: 'en' })
    await store(t, admin, { title: 'privacy', type: 'privacy' })
    await store(t, admin, { title: 'draft', status: 'draft' })
    const titles = async (query: string, by: TestUser) =>
      (await t.call('GET', `/policies/index?${query}`, undefined, by)).body.data.map(
        (one: { title: string }) => one.title,
      )
    for (const [query, all, inForce] of [
      ['type=terms', ['draft', 'new', 'old', 'en'], ['new', 'en']],
      ['type=terms&locale=fr', ['draft', 'new', 'old'], ['new']],
      ['type=terms&status=draft', ['draft'], []],
      ['type=terms&status=archived', ['old'], []],
      ['locale=en&status=published', ['en'], ['en']],
      ['type=privacy', ['privacy'], ['privacy']],
    ] as const)
      expect([query, await titles(query, admin), await titles(query, user)]).toEqual([query, all, inForce])
  })

  test('a draft stays one when another version is published', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const [first, draft, last] = [
      (await store(t, admin)).body.data,
      (await store(t, admin, { status: 'draft' })).body.data,
      (await store(t, admin)).body.data,
    ]
    const states =
      await t.db`select id, status from policies where id in ${t.db([first.id, draft.id, last.id])} order by id`
    expect(states).toEqual([
      { id: first.id, status: 'archived' },
      { id: draft.id, status: 'draft' },
      { id: last.id, status: 'published' },
    ])
  })

  isolated('ten versions at once are ten versions, one of them in force', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const { id } = (await store(t, admin)).body.data
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 ? store(t, admin) : update(t, admin, id, { content: `v${index}` }),
      ),
    )
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    expect(answers.map(({ body }) => body.data.version).toSorted((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    expect(await t.db`select from policies where status = 'published'`).toHaveLength(1)
  })

  test('come in the reader’s language, if there is one', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    await store(t, admin)
    expect((await current(t, 'terms', 'en')).body.data.locale).toBe('fr')
    await store(t, admin, { locale: 'en', title: 'Terms' })
    expect((await current(t, 'terms', 'en')).body.data.title).toBe('Terms')
    expect((await current(t, 'privacy')).status).toBe(404)
    expect((await current(t, 'nonsense')).status).toBe(404)
    await store(t, admin, { type: 'privacy', effective_at: '2099-01-01T00:00:00Z' })
    expect((await current(t, 'privacy')).status).toBe(404)
  })

  test('others may not write, and fields are checked', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    for (const role of ['user', 'owner', 'support'] as const)
      expect((await store(t, await t.user({ role }))).status).toBe(403)
    expect((await t.call('POST', '/policies/store', {})).status).toBe(401)
    const { body } = await t.call(
      'POST',
      '/policies/store',
      { type: 'x', status: 'archived', effective_at: 'soon' },
      admin,
    )
    expect(Object.keys(body.data).sort()).toEqual(['content', 'effective_at', 'status', 'title', 'type'])
    expect((await update(t, admin, 999, {})).status).toBe(404)
    expect((await t.call('GET', '/policies/index?type=x')).status).toBe(400)
  })
})

describe('acceptance', () => {
  const accept = (t: TestApp, user: TestUser, id: number | string) =>
    t.call('POST', `/user/policies/accept/${id}`, undefined, { ...user, headers: { 'user-agent': 'Firefox' } })
  const unaccepted = async (t: TestApp, user: TestUser) =>
    (await t.call('GET', '/user/policies/unaccepted', undefined, user)).body.data.map(
      (one: { type: string }) => one.type,
    )

  alone('keeps version, hash, time, address and browser; a new version asks again', async ({ t }) => {
    const [admin, user] = [await t.user({ role: 'admin' }), await t.user()]
    const { id } = (await store(t, admin)).body.data
    await store(t, admin, { type: 'cookies', is_mandatory: false })
    expect(await unaccepted(t, user)).toEqual(['terms'])
    const accepted = await accept(t, user, id)
    expect(accepted.body.data).toEqual({
      policy_id: id,
      version: 1,
      content_hash: createHash('sha256').update('Texte').digest('hex'),
      accepted_at: expect.any(String),
    })
    const [row] = await t.db`select ip::text, user_agent from policy_acceptances`
    expect(row).toEqual({ ip: '127.0.0.1/32', user_agent: 'Firefox' })
    expect(await unaccepted(t, user)).toEqual([])
    const check = async () => (await t.call('GET', '/user/policies/check/terms', undefined, user)).body.data
    expect(await check()).toEqual({ type: 'terms', policy_id: id, version: 1, accepted: true })
    await update(t, admin, id, { content: 'Texte 2' })
    expect(await check()).toMatchObject({ version: 2, accepted: false })
    expect(await unaccepted(t, user)).toEqual(['terms'])
  })

  test('ten at once are one; drafts and the past cannot be accepted', async ({ t }) => {
    const [admin, user] = [await t.user({ role: 'admin' }), await t.user()]
    const { id } = (await store(t, admin)).body.data
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(t, user, id)))
    expect(new Set(answers.map(({ body }) => body.data.accepted_at)).size).toBe(1)
    const draft = (await store(t, admin, { status: 'draft' })).body.data.id
    expect((await accept(t, user, draft)).status).toBe(404)
    const second = (await update(t, admin, id, { content: 'neu' })).body.data.id
    expect((await accept(t, await t.user(), id)).status).toBe(409)
    expect((await accept(t, user, second)).status).toBe(200)
    expect((await accept(t, user, 'x')).status).toBe(404)
    expect((await t.call('POST', `/user/policies/accept/${id}`)).status).toBe(401)
    expect((await t.call('GET', '/user/policies/check/refund', undefined, user)).body.data).toEqual({
      type: 'refund',
      policy_id: null,
      version: null,
      accepted: false,
    })
  })
})
