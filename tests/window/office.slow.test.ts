import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice, enOffice as o } from '../../clients/window/src/texts/en-office.ts'
import { addDays } from '../../src/platform/lib/days.ts'
import { inDays, type TestApp, type TestUser } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { messagesOf } from '../support/stay-messages.ts'
import { prove } from '../support/stay-page.ts'
import { tasksOf } from '../support/tasks.ts'
import { joins } from '../support/team.ts'
import { test } from '../support/window.ts'

/** A stay that was booked by telephone, to be paid later. */
async function byTelephone(t: TestApp, from = 40) {
  const { owner, home } = await scene(t)
  const guest = { name: 'Grace Hopper', email: 'grace@example.org', phone: '+33612345678', language: 'en' }
  const body = { check_in: inDays(from), check_out: inDays(from + 2), adults: 2, guest, pay: 'later' }
  const made = await t.call('POST', `/properties/${home}/reservations`, body, owner)
  expect(made.status).toBe(201)
  return { owner, home, id: Number(made.body.data.reservation_id) }
}

const fold = (page: Page, title: string) => page.locator('details').filter({ hasText: title }).last()
const open = (page: Page, title: string) => fold(page, title).locator('summary').first().click()
const read = async (t: TestApp, user: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data

describe.skipIf(!hasBrowser)('the back office', () => {
  test('shows the guest of a stay, keeps a note, and changes the days after showing the effect', async ({
    t,
    window,
  }) => {
    const { owner, id } = await byTelephone(t)
    const page = await window.open(`/trips/${id}`, owner)
    await page.waitForURL(`**/stays/${id}`)
    await page.getByRole('link', { name: '+33612345678' }).waitFor()
    const note = page.locator('form:has([name=note])')
    await note.locator('textarea').fill('Arrives late')
    await note.getByLabel(o.stay.labels).fill('family, late')
    await note.getByRole('button', { name: en.desk.save }).click()
    await page.getByRole('status').getByText(en.saved).waitFor()
    expect(await read(t, owner, id)).toMatchObject({ note: 'Arrives late', labels: ['family', 'late'] })

    const { check_out } = await read(t, owner, id)
    await open(page, o.stay.changeTitle)
    await page.getByLabel(en.desk.checkOut).fill(addDays(check_out, 1))
    await page.getByRole('button', { name: enOffice.desk.preview }).first().click()
    await page.getByText(o.stay.paysByLink).waitFor()
    expect((await read(t, owner, id)).check_out).toBe(check_out)
    await page.getByRole('button', { name: enOffice.desk.apply, exact: true }).click()
    await page.getByRole('button', { name: enOffice.desk.apply, exact: true }).waitFor({ state: 'detached' })
    expect((await read(t, owner, id)).check_out).toBe(addDays(check_out, 1))
  })

  test('moves a stay to another home at a price of its own', async ({ t, window }) => {
    const { owner, id } = await byTelephone(t)
    const other = await t.home(owner, { title: 'The other one' })
    const page = await window.open(`/stays/${id}`, owner)
    await open(page, o.stay.changeTitle)
    await page.locator('[name=property_id]').selectOption({ label: 'The other one' })
    await page.locator('[name=price]').selectOption('amount')
    await page.getByLabel(o.stay.newTotal('EUR')).fill('321')
    await page.getByRole('button', { name: enOffice.desk.preview }).first().click()
    await page.getByRole('button', { name: enOffice.desk.apply, exact: true }).click()
    await page.getByRole('link', { name: 'The other one' }).waitFor()
    expect(await read(t, owner, id)).toMatchObject({ property_id: other, price: { total: 321 } })
  })

  test('records money, and cancels with what goes back shown first', async ({ t, window }) => {
    const { owner, id } = await byTelephone(t)
    const page = await window.open(`/stays/${id}`, owner)
    for (let open = Number((await read(t, owner, id)).amount_open); open > 0; ) {
      const form = fold(page, o.today.record)
      if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
      const { payments } = await read(t, owner, id)
      const due = payments.find(({ status }: { status: string }) => status === 'unpaid')
      await form.getByLabel(enOffice.desk.amount).fill(String(due?.amount ?? open))
      const recorded = page.waitForResponse((response) => response.url().endsWith('/payments'))
      await form.getByRole('button', { name: enOffice.desk.record }).click()
      expect((await recorded).status()).toBe(201)
      await page.locator('main[aria-busy=false]').waitFor()
      open = Number((await read(t, owner, id)).amount_open)
    }
    await open(page, en.trip.cancelStay)
    const form = fold(page, en.trip.cancelStay)
    await form.locator('[name=refund]').selectOption('amount')
    await form.locator('[name=amount]').fill('30')
    await form.getByRole('button', { name: enOffice.desk.preview }).click()
    await form.getByText(o.stay.backElsewhere).waitFor()
    expect((await read(t, owner, id)).status).toBe('confirmed')
    await form.getByRole('button', { name: o.stay.cancelAndRefund('€30.00') }).click()
    await form.waitFor({ state: 'detached' })
    expect((await read(t, owner, id)).status).toBe('cancelled')
    // Money received by transfer is refunded by hand and recorded.
    const given = fold(page, o.stay.recordRefund)
    await given.locator('[name=amount]').fill('30')
    const noted = page.waitForResponse((response) => response.url().endsWith('/payments'))
    await given.getByRole('button', { name: enOffice.desk.record }).click()
    expect((await noted).status()).toBe(201)
    const { entries } = (await t.call('GET', `/reservations/${id}/payments`, undefined, owner)).body.data
    expect(entries.map(({ amount }: { amount: number }) => amount)).toContain(-30)
  })

  test('begins with the day: what is unpaid, and the change that a guest asks for', async ({ t, window }) => {
    const { owner, guest, id, from } = await changeable(t)
    const asked = { check_in: inDays(from), check_out: inDays(from + 5), message: 'One more night?' }
    expect((await t.call('POST', `/reservations/${id}/change-requests`, asked, guest)).status).toBe(201)
    const page = await window.open('/today', owner)
    await page.getByText('One more night?').waitFor()
    await page.getByRole('button', { name: o.today.preview }).click()
    await page.getByRole('button', { name: enOffice.desk.apply, exact: true }).click()
    await page.getByText('One more night?').waitFor({ state: 'detached' })
    expect((await read(t, guest, id)).check_out).toBe(inDays(from + 5))
  })

  test('lets a member of the desk answer by mail and keep a note that no guest sees', async ({ t, window }) => {
    const { owner, id } = await byTelephone(t)
    const desk = await joins(t, owner, 'desk')
    await prove(t, id, 'grace@example.org')
    const { url } = (await t.call('GET', `/reservations/${id}/link`, undefined, owner)).body.data
    const key = new URL(url).pathname.split('/').at(-1)
    expect(
      (await t.call('POST', `/stay/${key}/messages`, { content: 'Is there a parking space?' })).status,
    ).toBeLessThan(300)
    const page = await window.open('/conversations', desk)
    await page.getByRole('link', { name: /Grace Hopper/ }).click()
    await page.locator('.thread').getByText('Is there a parking space?').waitFor()
    await page.getByLabel(enAccounts.inbox.write).fill('Yes, behind the house.')
    await page.getByRole('button', { name: enAccounts.inbox.send, exact: true }).click()
    await page.locator('.thread .mine').getByText('Yes, behind the house.').waitFor()
    await page.getByLabel(o.inbox.way).selectOption('note')
    await page.getByLabel(o.inbox.writeNote).fill('Told them about the gate')
    await page.locator('.write').getByRole('button', { name: en.desk.save }).click()
    await page.locator('.thread .noted').getByText('Told them about the gate').waitFor()
    const written = (await messagesOf(t, owner, id)).data.map(({ source }: { source: string }) => source)
    expect(written).toEqual(['note', 'mail', 'site'])
    await t.drain()
    expect((await t.mails('grace@example.org')).some(({ text }) => text.includes('behind the house'))).toBe(true)
    const shown = await t.call('GET', `/stay/${key}`)
    expect(JSON.stringify(shown.body)).not.toContain('gate')
  })

  test('gives a cleaner the tasks of the homes on one page', async ({ t, window }) => {
    const { owner, home } = await byTelephone(t, 1)
    const cleaner = await joins(t, owner, 'cleaner')
    const desk = await joins(t, owner, 'desk')
    const handing = await window.open('/tasks', desk)
    const card = handing.locator('.task').first()
    await card.locator('summary').click()
    const assigned = handing.waitForResponse((response) => response.request().method() === 'PATCH')
    await card.getByLabel(o.tasks.assignee).selectOption(String(cleaner.id))
    expect((await assigned).status()).toBe(200)
    const page = await window.open('/', cleaner)
    await page.goto(`${window.url}/tasks`)
    await page.getByRole('button', { name: o.tasks.mine }).click()
    await page.getByRole('button', { name: o.tasks.markDone }).click()
    await page.getByRole('button', { name: o.tasks.reopen }).waitFor()
    expect(await tasksOf(t, owner, `?property_id=${home}`)).toMatchObject([{ assignee: { id: cleaner.id } }])
    expect(await page.locator('.places a').count()).toBe(1)
  })

  test('gives an owner the calendar and the net amounts of their home, and nights of their own', async ({
    t,
    window,
  }) => {
    const { owner, home } = await byTelephone(t, 3)
    const landlord = await joins(t, owner, 'owner', [home])
    const page = await window.open('/net', landlord)
    await page.getByText(o.net.pick).waitFor()
    await page.getByRole('button', { name: en.home.next }).click()
    const days = page.locator('[data-day]:not([aria-disabled=true])')
    await days.nth(10).click()
    await days.nth(11).click()
    await page.getByLabel(enOffice.desk.name).fill('Famille Roux')
    await page.getByRole('button', { name: enOffice.desk.stayThere }).click()
    await page.getByRole('button', { name: o.net.end('Famille Roux') }).waitFor()
    expect(await t.db`select name from closures where kind = 'owner_stay'`).toEqual([{ name: 'Famille Roux' }])
    expect(await page.getByText('Grace').count()).toBe(1)
  })
})
