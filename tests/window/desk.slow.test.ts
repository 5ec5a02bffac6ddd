import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('a company in the window', () => {
  test('books a guest who calls', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/calendar/${home}`, owner)
    await page.getByRole('button', { name: en.home.next }).click()
    await page.getByRole('button', { name: en.home.next }).click()
    const days = page.locator('[data-day]:not([aria-disabled=true])')
    await days.nth(3).click()
    await days.nth(5).click()
    await page.getByText(en.desk.byHand).click()
    await page.getByLabel(en.desk.name).first().fill('Grace Hopper')
    await page.getByLabel(en.desk.email).fill('grace@example.org')
    await page.getByLabel(en.desk.phone).fill('+33612345678')
    await page.getByLabel(en.desk.paying).selectOption('later')
    await page.getByRole('button', { name: en.desk.book, exact: true }).click()
    await page.getByText(en.desk.payLink).waitFor()
    const [booked] = await t.db<{ id: number; check_out: string; total: number }[]>`
      select id, check_out::text, total_cents::integer as total from reservations where guest_id is null`
    expect(booked).toBeDefined()
  })

  test('keeps days for the owner, and sees what is unpaid', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const guest = { name: 'Ada Lovelace', email: 'ada@example.org' }
    const stay = { check_in: inDays(40), check_out: inDays(42), adults: 2, guest, pay: 'later' }
    expect((await t.call('POST', `/properties/${home}/reservations`, stay, owner)).status).toBe(201)
    const page = await window.open(`/calendar/${home}`, owner)
    await page.getByRole('button', { name: en.home.next }).click()
    await page.getByRole('button', { name: en.home.next }).click()
    const days = page.locator('[data-day]:not([aria-disabled=true])')
    await days.nth(20).click()
    await page.getByText(en.desk.ownerStay).click()
    await page.locator('[name=who]').fill('Martin')
    await page.getByRole('button', { name: en.desk.stayThere }).click()
    await page.getByText(en.owner.pick).waitFor()
    expect(await t.db`select name, guests from closures where kind = 'owner_stay'`).toEqual([
      { name: 'Martin', guests: 2 },
    ])
    await page.goto(`${window.url}/today`)
    await page.getByText(/Ada Lovelace owes/).waitFor()
  })

  test('hears a guest ask for a change', async ({ t, window }) => {
    const { guest, id, from } = await changeable(t)
    const trip = await window.open(`/trips/${id}`, guest)
    await trip.getByText(en.desk.ask).click()
    await trip.getByLabel(en.desk.checkOut).fill(inDays(from + 5))
    await trip.getByLabel(en.desk.words).fill('One more night?')
    await trip.getByRole('button', { name: en.desk.send }).click()
    await trip.getByRole('status').getByText(en.desk.sent).waitFor()
    expect(await t.db`select message from change_requests where reservation_id = ${id}`).toEqual([
      { message: 'One more night?' },
    ])
  })
})
