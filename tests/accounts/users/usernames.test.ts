import { expect } from 'vitest'
import { isolated, PASSWORD, type TestApp, test } from '../../support/app.ts'

let count = 0
const register = (t: TestApp, username: string) =>
  t.form('/auth/register', {
    ...{ username, first_name: 'Ada', last_name: 'Lovelace', country_id: 'FR', email: `look${++count}@example.org` },
    ...{ password: PASSWORD, password_confirmation: PASSWORD },
  })

const LOOKS = {
  case: 'MANON.roux',
  compatibility: 'ｍａｎｏｎ.roux',
  ligature: 'manon.rﬀux',
  'variation selector': 'manon\u{fe0f}.roux',
  'variation selector supplement': 'manon.roux\u{e0100}',
  'zero width joiner': 'man\u200don.roux',
  'zero width space': 'man\u200bon.roux',
  'soft hyphen': 'manon.\u00adroux',
  'word joiner': 'manon\u2060.roux',
  'hangul filler': 'manon\u3164.roux',
  tag: 'manon.roux\u{e0041}',
}

test('a new username that looks like another is refused, at registration and later', async ({ t }) => {
  const user = await t.user()
  for (const [index, [kind, shape]] of Object.entries(LOOKS).entries()) {
    const name = `${kind === 'ligature' ? 'manon.rffux' : 'manon.roux'}${index}`
    const look = `${shape}${index}`
    expect((await register(t, name)).status, kind).toBe(201)
    for (const refused of [await register(t, look), await t.call('PUT', '/user', { username: look }, user)])
      expect([kind, refused.status, Object.keys(refused.body.data)]).toEqual([kind, 400, ['username']])
  }
})

test('other names are other names, and one’s own can be written otherwise', async ({ t }) => {
  const name = `lia${Date.now()}`
  expect((await register(t, name)).status).toBe(201)
  for (const other of [`${name}1`, `é${name}`, `${name}.`]) expect((await register(t, other)).status).toBe(201)
  const user = await t.user()
  const renamed = await t.call('PUT', '/user', { username: user.username.toUpperCase() }, user)
  expect(renamed.status).toBe(200)
})

isolated('names that exist stay, and keep their accounts usable', async ({ t }) => {
  const [one, other] = [await t.user(), await t.user()]
  await t.db`update users set username = 'paul' where id = ${one.id}`
  await t.db`update users set username = ${'pa\u200bul'} where id = ${other.id}`
  for (const user of [one, other]) {
    expect((await t.call('PUT', '/user', { location: 'Paris' }, user)).status).toBe(200)
    expect((await t.call('POST', '/auth/login', { login: user.email, password: PASSWORD })).status).toBe(201)
  }
})

isolated('of ten who take names that look alike at once one has it', async ({ t }) => {
  const names = Array.from({ length: 10 }, (_, index) => `mia${'\u200b'.repeat(index)}`)
  const answers = await Promise.all(names.map((name) => register(t, name)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
})
