import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice as o } from '../../clients/window/src/texts/en-office.ts'
import { texts } from '../../src/platform/locales/locales.ts'
import { inDays } from '../support/app.ts'
import { openFile } from '../support/attachments.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/files.ts'
import { type Receiver, receiving } from '../support/receiver.ts'
import { asThemselves, invitationKey, joins } from '../support/team.ts'
import { answer, test } from '../support/window.ts'

const { property_status } = texts('en').labels

describe.skipIf(!hasBrowser)('the back office of a company', () => {
  test('makes a home, gives it photos and an arrival, and publishes it', async ({ t, window }) => {
    const owner = await t.user()
    await t.home(owner)
    const page = await window.open('/my-homes', owner)
    await page.getByRole('link', { name: o.homes.add }).click()
    await page.getByLabel(o.editor.fields.title, { exact: true }).fill('Cabin in the pines')
    const found = page.waitForResponse((response) => response.url().includes('get-cities'))
    await page.locator('[list=cities]').pressSequentially('Pari')
    await found
    await page.locator('[list=cities]').fill('Paris')
    await page.getByLabel(`${o.editor.fields.base_price} (EUR)`).fill('120.5')
    await page.locator('[name=amenities][value=wifi]').check()
    await page.getByRole('button', { name: o.editor.create }).click()
    await page.getByRole('heading', { name: 'Cabin in the pines' }).waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    const read = async () => (await t.call('GET', `/properties/${id}`, undefined, owner)).body.data
    expect(await read()).toMatchObject({ status: 'draft', base_price: 120.5, amenities: ['wifi'] })

    const files = await Promise.all(['red', 'blue'].map(picture))
    const inputs = await Promise.all(
      files.map(async (blob, index) => ({
        name: `${index}.png`,
        mimeType: 'image/png',
        buffer: Buffer.from(await blob.arrayBuffer()),
      })),
    )
    await page.getByLabel(o.editor.addPhotos).setInputFiles(inputs)
    await page.locator('.photoList li').nth(1).waitFor()
    const [first, second] = (await read()).photos
    await page.getByRole('button', { name: `${o.editor.later}: 1` }).click()
    await page.locator('main[aria-busy=false]').waitFor()
    expect((await read()).photos.map((photo: { id: number }) => photo.id)).toEqual([second.id, first.id])

    await page.locator('details').filter({ hasText: o.editor.arrival }).locator('summary').click()
    await page.getByLabel(o.editor.wifiName).fill('Pines')
    await page.locator('[name=en_door]').fill('The blue one')
    await page
      .locator('form')
      .filter({ hasText: o.editor.wifiName })
      .getByRole('button', { name: en.desk.save })
      .click()
    await page.getByRole('status').getByText(en.saved).waitFor()
    expect((await t.call('GET', `/properties/${id}/arrival`, undefined, owner)).body.data).toMatchObject({
      wifi: { name: 'Pines' },
      texts: { en: { door: 'The blue one' } },
    })
    await page.getByRole('button', { name: o.editor.publish, exact: true }).click()
    await page.getByText(property_status.published, { exact: true }).waitFor()
    expect((await read()).status).toBe('published')
  })

  test('saves the archive of a company, for its owner', async ({ t, window }) => {
    const { owner } = await scene(t)
    const page = await window.open('/company', owner)
    const asked = page.waitForRequest((request) => request.url().includes('/archive/company.zip'))
    await page.getByRole('button', { name: o.company.download }).click()
    const archive = await openFile(t, (await asked).url())
    expect(archive.headers['content-disposition']).toContain('archive.zip')
    expect(archive.content.subarray(0, 2).toString()).toBe('PK')
  })

  test('shows a refused field, and keeps what was typed', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/editor/${home}`, owner)
    await page.getByLabel(o.editor.fields.min_stay).fill('9')
    await page.getByLabel(o.editor.fields.max_stay).fill('3')
    await page.getByRole('button', { name: en.desk.save }).first().click()
    await page.locator('.refused').first().waitFor()
    expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0)
    expect(await page.getByLabel(o.editor.fields.min_stay).inputValue()).toBe('9')
  })

  test('closes a month: statement, sums and files', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const from = Number(inDays(40).slice(8)) > 25 ? 47 : 40
    const guest = { name: 'Grace Hopper' }
    const body = { check_in: inDays(from), check_out: inDays(from + 2), adults: 2, guest, pay: 'later' }
    const made = await t.call('POST', `/properties/${home}/reservations`, body, owner)
    expect(made.status).toBe(201)
    const accountant = await joins(t, owner, 'accountant')
    const month = `${inDays(from + 2).slice(0, 7)}-01`
    const page = await window.open(`/month?month=${month}`, owner)
    await page.locator('.wideTable tbody tr').first().waitFor()
    const statement = page.locator('details.fold').last()
    await statement.locator('summary').click()
    await statement.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    const other = await window.open(`/month?month=${month}`, accountant)
    expect(await other.getByText(o.month.statements).count()).toBe(0)
    const [download] = await Promise.all([
      other.waitForRequest((request) => request.url().includes('/exports/reservations.csv')),
      other.getByRole('button', { name: `${o.month.download}: ${o.month.names.reservations.title}` }).click(),
    ])
    const { pathname, search } = new URL(download.url())
    expect((await t.app.inject({ url: pathname + search })).body).toContain('Grace Hopper')
  })

  test('invites somebody to the team, and removes them', async ({ t, window }) => {
    const { owner } = await scene(t)
    const page = await window.open('/team', owner)
    await page.getByText(o.team.none).waitFor()
    await page.getByLabel(en.desk.email).fill('noah@example.org')
    await page.getByRole('button', { name: o.team.send }).click()
    await page.getByRole('status').getByText(o.team.invited('noah@example.org')).waitFor()
    expect(await invitationKey(t, 'noah@example.org')).toHaveLength(43)
    await page.getByRole('button', { name: `${o.team.remove} noah@example.org` }).click()
    await answer(page)
    await page.getByText(o.team.none).waitFor()
    expect(await t.db`select 1 from team_grants where owner_id = ${owner.id}`).toEqual([])
  })

  test('shows what the law lets a seller do, when its country is named and when cash is recorded', async ({
    t,
    window,
  }) => {
    const { owner, home, guest } = await scene(t)
    const page = await window.open('/sellers', owner)
    await page.locator('[name=name]').fill('Ana')
    await page.locator('[name=prefix]').fill('ANA')
    await page.locator('[name=country]').selectOption('DE')
    await page.getByRole('button', { name: o.sellers.save }).click()
    await page.getByRole('status').getByText(o.sellers.read).waitFor()
    await page.getByText('needs a TSE').waitFor()
    const [{ id }] = await t.db<[{ id: number }]>`select id from sellers where owner_id = ${owner.id}`
    await t.db`update properties set seller_id = ${id} where id = ${home}`
    const { reservation_id } = (await book(t, guest, stay(home))).body.data
    const desk = await window.open(`/stays/${reservation_id}`, owner)
    await desk.getByText('needs a TSE').waitFor()
  })

  test('lets somebody work for two companies, one at a time', async ({ t, window }) => {
    const [one, other] = [await scene(t), await scene(t)]
    await t.db`update users set first_name = 'Odile' where id = ${other.owner.id}`
    const member = await joins(t, one.owner, 'desk')
    await joins(t, other.owner, 'cleaner', null, asThemselves(member))
    const page = await window.open('/today', member)
    await page.locator('.menu summary').click()
    await page.getByRole('button', { name: en.nav.workFor('Odile') }).click()
    await page.waitForURL('**/tasks')
    await page.getByRole('heading', { name: en.nav.places.tasks }).waitFor()
    expect(await page.locator('.places a').allInnerTexts()).toEqual([en.nav.places.tasks])
  })

  test('imports a file only after it was checked', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open('/my-homes', owner)
    const csv = (price: string) => ({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`property_id,date,price\r\n${home},${inDays(50)},${price}\r\n`),
    })
    await page.getByLabel(o.imports.what).selectOption('calendar')
    await page.getByLabel(o.imports.file).setInputFiles(csv('dear'))
    await page.getByRole('button', { name: o.imports.check }).click()
    await page.getByRole('heading', { name: o.imports.problems(1) }).waitFor()
    await page.getByLabel(o.imports.file).setInputFiles(csv('77'))
    await page.getByRole('button', { name: o.imports.check }).click()
    await page.getByRole('heading', { name: o.imports.wouldImport(1) }).waitFor()
    const priceOf = async () =>
      (await t.call('GET', `/calendars/properties/${home}/availability?from=${inDays(50)}&to=${inDays(50)}`)).body
        .data[0].price
    expect(await priceOf()).not.toBe(77)
    await page.getByRole('button', { name: o.imports.importGo }).click()
    await page.getByRole('status').getByText(o.imports.imported(0, 1)).waitFor()
    expect(await priceOf()).toBe(77)
  })
})

const withReceiver = test.extend<{ receiver: Receiver }>(receiving)

describe.skipIf(!hasBrowser)('the developers of a company', () => {
  withReceiver('make a key that works, and see what an endpoint was sent', async ({ t, window, receiver }) => {
    const { owner, home } = await scene(t)
    const page = await window.open('/developers', owner)
    await page.locator('summary').filter({ hasText: o.developers.newKey }).click()
    await page.getByLabel(o.developers.name).fill('Accounting')
    await page.getByLabel('reservations.read').check()
    const keys = page.locator('section').filter({ has: page.getByRole('heading', { name: o.developers.keys }) })
    await keys.getByRole('button', { name: o.developers.create }).click()
    const key = await page.locator('.made input').inputValue()
    expect((await t.call('GET', '/reservations', undefined, { token: key })).status).toBe(200)

    await page.locator('summary').filter({ hasText: o.developers.newEndpoint }).click()
    await page.getByLabel(o.developers.url).fill(receiver.url)
    const endpoints = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: o.developers.endpoints }) })
    await endpoints.getByRole('button', { name: o.developers.create }).click()
    await endpoints.locator('.made').waitFor()
    await page.getByRole('button', { name: `${o.developers.test}: ${receiver.url}` }).click()
    await page
      .getByRole('status')
      .getByText(/delivered 2/)
      .waitFor()
    await endpoints.locator('summary').filter({ hasText: o.developers.deliveries }).click()
    await endpoints.getByText('endpoint.tested').waitFor()

    await page.getByRole('button', { name: o.developers.listen }).click()
    await page.getByText(o.developers.nothingYet).waitFor()
    await t.call('PUT', `/properties/${home}`, { title: 'Heard' }, owner)
    await t.app.dispatchEvents()
    await page.locator('pre').getByText('Heard').first().waitFor({ state: 'attached' })
  })
})
