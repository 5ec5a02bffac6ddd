import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { admin, adminWith } from '../support/admin.ts'
import { alone, inDays, PARIS, test } from '../support/app.ts'
import { reserved } from '../support/payments.ts'
import { addEndpoint } from '../support/receiver.ts'

test('npm run admin -- tax sets and removes the tourist tax of a city, and keeps who did it', async ({ t }) => {
  const run = (...args: string[]) => admin(t, ...args)
  const boss = await t.user({ role: 'admin' })
  expect(await run('tax', PARIS, 'per-adult-night', '1.50')).toBe('The tourist tax of Paris is set.')
  await run('tax', PARIS, 'percent', '5', '5.5')
  await run('tax', PARIS, 'percent', '3.25')
  await run('tax', PARIS, 'none')
  const { tax, changes } = (await t.call('GET', `/cities/${PARIS}/tax`, undefined, boss)).body.data
  expect(tax).toBeNull()
  expect(changes.map(({ after }: { after: unknown }) => after)).toEqual([
    null,
    { per_adult_night: null, percent: 3.25, cap: null },
    { per_adult_night: null, percent: 5, cap: 5.5 },
    { per_adult_night: 1.5, percent: null, cap: null },
  ])
  expect(changes[0]).toMatchObject({ changed_by: null, operator: userInfo().username })
  await expect(run('tax', '0', 'none')).rejects.toMatchObject({ code: 1, stderr: 'No city with the GeoNames id 0.\n' })
  for (const wrong of [
    ['percent', '101'],
    ['percent', '-1'],
    ['per-adult-night', '1,50'],
    ['per-adult-night'],
    ['none', 'x'],
  ])
    await expect(run('tax', PARIS, ...wrong)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage'),
    })
})

test('npm run admin -- seller allow switches on what a country switches off, and the audit says by whose word', async ({
  t,
}) => {
  const owner = await t.user()
  const fields = { name: 'Rossi', prefix: 'ROSSI', country: 'HR' }
  const { id } = (await t.call('POST', '/sellers', fields, owner)).body.data
  const allow = (...args: string[]) => admin(t, 'seller', 'allow', ...args)
  expect(await allow('rossi', 'documents', 'Ana, by mail')).toBe(
    'Rossi: documents are allowed from now on. What came before is not numbered.',
  )
  const [{ rules }] = (await t.call('GET', '/sellers', undefined, owner)).body.data
  const said = `Ana, by mail (${userInfo().username})`
  expect(rules.documents).toMatchObject({ state: 'allowed', allowed_by: said })
  expect(rules.cash).toMatchObject({ state: 'off', allowed_by: null })
  const [entry] = (await t.call('GET', '/audit', undefined, owner)).body.data
  expect(entry).toMatchObject({ action: 'seller.changed', object_id: String(id), at: expect.any(String) })
  expect(JSON.stringify(entry)).toContain(said)
  await expect(allow('NOBODY', 'cash', 'x')).rejects.toMatchObject({ stderr: 'No seller with the prefix NOBODY.\n' })
  for (const wrong of [
    ['ROSSI', 'cheques', 'x'],
    ['ROSSI', 'cash'],
    ['ROSSI', 'cash', ' '],
  ])
    await expect(allow(...wrong)).rejects.toMatchObject({ code: 2 })
})

test('npm run admin -- grant gives a role, which holds at once', async ({ t }) => {
  const user = await t.user()
  const run = (...args: string[]) => admin(t, ...args)
  expect(await run('grant', user.email.toUpperCase(), 'admin')).toBe(`${user.email} is now admin.`)
  expect((await t.call('POST', '/policies/store', {}, user)).status).toBe(400)
  await expect(run('grant', 'nobody@example.org', 'admin')).rejects.toMatchObject({
    code: 1,
    stderr: 'No account with the address nobody@example.org.\n',
  })
  // Events of all homes are no longer sent to the address of somebody who has left the staff.
  const [lea, other] = [await t.user({ role: 'support' }), await t.user({ role: 'admin' })]
  await addEndpoint(t, lea, 'https://hooks.example/')
  await run('grant', lea.email, 'user')
  const endpoints = (await t.call('GET', '/webhook-endpoints', undefined, other)).body.data
  expect(endpoints).toMatchObject([{ disabled_because: 'paused' }])
  await expect(run('grant', user.email, 'king')).rejects.toMatchObject({ code: 2 })
})

test('npm run admin -- reconcile asks the payment provider what has happened, and takes it over', async ({ t }) => {
  const { url } = await reserved(t)
  t.pay(url)
  const env = { STRIPE_API_URL: t.standin.url }
  const nothing = /^Asked the payment provider what has happened since \S+: 0 events that were not known here\.$/
  const text = await admin(t, { env }, 'reconcile')
  expect(text).toMatch(/: [1-9]\d* events that were not known here\.$/)
  expect(await admin(t, { env }, 'reconcile', inDays(-1))).toMatch(nothing)
  expect(await admin(t, 'ledger')).toContain('received 300.00 EUR in 1 payments')
  await expect(admin(t, { env: { STRIPE_API_URL: 'http://127.0.0.1:9' } }, 'reconcile')).rejects.toMatchObject({
    code: 1,
  })
  await expect(admin(t, { env: { PORT: '8' } }, 'reconcile')).rejects.toMatchObject({
    stderr: expect.stringContaining('the stand-in of a service that runs here, at http://127.0.0.1:9.'),
  })
  await expect(admin(t, { env }, 'reconcile', 'yesterday')).rejects.toMatchObject({ code: 2 })
})

alone('npm run admin -- ledger sums the money up, and fails when it does not add up', async ({ t }) => {
  expect(await admin(t, 'ledger')).toBe('No money has come in.')
  const support = await t.user({ role: 'support' })
  const { url } = await reserved(t)
  await t.deliver(t.pay(url))
  const [payment] = await t.db<{ id: number }[]>`select id from payments`
  await t.call('POST', `/payments/${payment?.id}/refund`, { amount: 12.5, reason: 'x' }, support)
  expect(await admin(t, 'ledger')).toBe(
    'received 300.00 EUR in 1 payments, given back 0.00 EUR, being given back 12.50 EUR, kept 300.00 EUR\nThe ledger adds up.',
  )
  await t.drain()
  expect(await admin(t, 'ledger')).toContain('given back 12.50 EUR, being given back 0.00 EUR, kept 287.50 EUR')
  await t.db`update receipts set refunded_cents = 0`
  await t.db`update payments set status = 'paid'`
  await expect(admin(t, 'ledger')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/1 receipts in EUR differ.*\n1 payments in EUR differ/),
  })
})

test('npm run admin -- neighborhoods adds those of a file to a city, and moves what it has', async ({ t }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-csv-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'neighborhoods.csv')
  const run = (text: string, city = PARIS) => {
    writeFileSync(file, text)
    return admin(t, 'neighborhoods', city, file)
  }
  const list = async () => (await t.call('GET', `/get-neighborhoods/${PARIS}`)).body.data
  const before = (await list()).length
  const text = '\ufeffname,latitude,longitude\n"Montmartre, la Butte",48.8867,2.3431\nBelleville,48.872,2.385\n\n'
  expect(await run(text)).toBe('Paris has these 2 neighborhoods now.')
  await run(text.replace('48.872', '48.871'))
  expect(await list()).toHaveLength(before + 2)
  expect(await list()).toContainEqual(expect.objectContaining({ name: 'Belleville', latitude: 48.871 }))
  expect(await list()).toContainEqual(expect.objectContaining({ name: 'Montmartre, la Butte' }))
  for (const [wrong, message, city] of [
    ['name,latitude,longitude\nA,48,2\nB,x,2', 'Row 2, latitude:'],
    ['name,latitude,longitude\nA,148,2', 'Row 1, latitude:'],
    ['name,latitude\nA,48', 'Row 1, longitude:'],
    ['name,latitude,longitude\n', 'The file has no rows.'],
    [text, 'No city with the GeoNames id 0.', '0'],
  ] as const)
    await expect(run(wrong, city)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
  expect(await list()).toHaveLength(before + 2)
})

test('npm run admin where no service is says in one line what was forgotten, and makes no database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-none-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await expect(adminWith({ DATA_DIR: folder }, 'ledger')).rejects.toMatchObject({
    code: 1,
    stderr: `No database in ${folder}/postgres: set DATABASE_URL, or DATA_DIR to the folder of the service.\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a command of another version than the database says so', async ({ t }) => {
  const user = await t.user()
  const [row] = await t.db<{ email: string }[]>`select email from users where id = ${user.id}`
  await t.db`alter function assert_checked() rename to assert_renamed`
  try {
    await expect(admin(t, 'grant', row?.email ?? '', 'admin')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is of another version: function assert_checked() does not exist.'),
    })
  } finally {
    await t.db`alter function assert_renamed() rename to assert_checked`
  }
})
