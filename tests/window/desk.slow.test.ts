import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('a company in the window', () => {
  test('sees what is overdue', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const guest = { name: 'Ada Lovelace', email: 'ada@example.org' }
    const stay = { check_in: inDays(400), check_out: inDays(402), adults: 2, guest, pay: 'later' }
    expect((await t.call('POST', `/properties/${home}/reservations`, stay, owner)).status).toBe(201)
    await t.db`update payments set due_on = ${inDays(-1)} where due_on = ${inDays(400)}`
    const page = await window.open('/today', owner)
    await page.getByText(/Ada Lovelace owes/).waitFor()
    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.waitForURL('**/stays/*')
    await page.getByText(new RegExp(`to .+ ${inDays(402).slice(0, 4)} ·`)).waitFor()
    await page.getByRole('link', { name: `← ${en.nav.places.today}` }).click()
    await page.waitForURL('**/today')
  })

  test('finds a stay by what a caller says, and keeps its lists as addresses', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const byHand = async (name: string, phone: string, from: number) => {
      const stay = {
        check_in: inDays(from),
        check_out: inDays(from + 2),
        adults: 2,
        guest: { name, phone },
        pay: 'later',
      }
      expect((await t.call('POST', `/properties/${home}/reservations`, stay, owner)).status).toBe(201)
    }
    await byHand('Ada Lovelace', '+33 6 12 34 56 78', 40)
    await byHand('Grace Hopper', '+33 6 98 76 54 32', 50)
    const page = await window.open('/stays', owner)
    await page.getByText('2 stays').waitFor()
    await page.getByRole('searchbox').fill('06 12 34')
    await page.getByText('1 stay', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('06 12 34')
    await page.getByRole('link', { name: enOffice.stays.lists.past }).click()
    await page.getByText(enOffice.stays.count(0)).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  })

  test('sees work that is late, ends it, and takes that back', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const task = { property_id: home, day: inDays(0), kind: 'other', note: 'Bring the crib' }
    const { id } = (await t.call('POST', '/tasks', task, owner)).body.data
    await t.db`update tasks set day = day - 2 where id = ${id}`
    const page = await window.open('/today', owner)
    await page.getByText(/Bring the crib/).waitFor()
    await page.getByRole('button', { name: enOffice.tasks.markDone }).click()
    await page.getByText(enOffice.today.nothing).waitFor()
    expect(await t.db`select done_at is not null as done from tasks where id = ${id}`).toEqual([{ done: true }])
    await page.getByRole('button', { name: en.undo }).click()
    await page.getByText(/Bring the crib/).waitFor()
    expect(await t.db`select done_at is not null as done from tasks where id = ${id}`).toEqual([{ done: false }])
  })

  test('hears a guest ask for a change, who withdraws it', async ({ t, window }) => {
    const { guest, owner, id, from } = await changeable(t)
    const trip = await window.open(`/trips/${id}`, guest)
    await trip.getByText(en.desk.ask).click()
    await trip.getByLabel(en.desk.checkOut).fill(inDays(from + 5))
    await trip.getByLabel(en.people.adults, { exact: true }).fill('2')
    await trip.getByLabel(en.desk.words).fill('One more night?')
    await trip.locator('.dry').getByText('€').waitFor()
    await trip.getByLabel(en.people.adults, { exact: true }).fill('')
    await trip.locator('.dry').getByText(enAccounts.change.pricedHere).waitFor()
    await trip.getByLabel(en.people.adults, { exact: true }).fill('2')
    await trip.getByRole('button', { name: en.desk.send }).click()
    await trip.getByRole('status').getByText(en.desk.sent).waitFor()
    expect(await trip.locator('.ending details[open]').count()).toBe(0)
    expect(await t.db`select message from change_requests where reservation_id = ${id}`).toEqual([
      { message: 'One more night?' },
    ])
    const stay = await window.open(`/stays/${id}`, owner)
    await stay.getByText('One more night?').waitFor()
    await trip.getByRole('button', { name: enAccounts.change.withdraw }).click()
    await trip.getByRole('status').getByText(enAccounts.change.withdrawn).waitFor()
    await trip.getByText(en.desk.ask).waitFor()
    await stay.reload()
    await stay.getByText(enOffice.stay.changeTitle).waitFor()
    expect(await stay.getByText('One more night?').count()).toBe(0)
  })
})
