import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { addDays } from '../../src/platform/lib/days.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { show } from '../support/payments.ts'
import { invitationKey } from '../support/team.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('a company in the window', () => {
  test('books a guest who calls, changes the stay, and records the money', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/owner?home=${home}`, owner)
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

    await page.getByRole('link', { name: en.trip.number(booked?.id ?? 0) }).click()
    await page.getByRole('link', { name: '+33612345678' }).waitFor()
    await page.getByLabel(en.desk.note).fill('Arrives late')
    await page.getByRole('button', { name: en.desk.save, exact: true }).click()
    await page.getByRole('status').getByText(en.saved).waitFor()

    const longer = addDays(booked?.check_out ?? '', 1)
    await page.getByLabel(en.desk.checkOut).fill(longer)
    await page.getByLabel(en.trip.reason, { exact: true }).first().fill('One more night')
    await page.getByRole('button', { name: en.desk.preview }).click()
    await page.getByText(/The guest pays €[\d.]+ by a link/).waitFor()
    await page.getByRole('button', { name: en.desk.apply, exact: true }).click()
    await page.getByRole('button', { name: en.desk.apply, exact: true }).waitFor({ state: 'detached' })

    const open = await t.db<{ cents: number }[]>`
      select amount_cents::integer as cents from payments where reservation_id = ${booked?.id ?? 0} and status = 'unpaid' order by id`
    for (const { cents } of open) {
      const form = page.locator('form').filter({ hasText: en.desk.received })
      await form.getByLabel(en.trip.amount).fill((cents / 100).toFixed(2))
      const recorded = page.waitForResponse((response) => response.url().endsWith('/payments'))
      await form.getByRole('button', { name: en.desk.record }).click()
      await recorded
      await page.locator('main[aria-busy=false]').waitFor()
    }
    await page.locator('form').filter({ hasText: en.desk.received }).waitFor({ state: 'detached' })
    const stay = (await t.call('GET', `/reservations/${booked?.id}`, undefined, owner)).body.data
    expect(stay).toMatchObject({ check_out: longer, note: 'Arrives late', amount_open: 0, payment_status: 'paid' })
  })

  test('keeps days for the owner, and sees what is unpaid', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const guest = { name: 'Ada Lovelace', email: 'ada@example.org' }
    const stay = { check_in: inDays(40), check_out: inDays(42), adults: 2, guest, pay: 'later' }
    expect((await t.call('POST', `/properties/${home}/reservations`, stay, owner)).status).toBe(201)
    const page = await window.open(`/owner?home=${home}`, owner)
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
    await page.getByRole('link', { name: en.owner.back }).click()
    await page.getByText(en.desk.urgent).waitFor()
    await page
      .getByRole('link', { name: /Ada Lovelace/ })
      .first()
      .waitFor()
  })

  test('accepts a change that a guest asks for', async ({ t, window }) => {
    const { owner, guest, id, from } = await changeable(t)
    const trip = await window.open(`/trips/${id}`, guest)
    await trip.getByText(en.desk.ask).click()
    await trip.getByLabel(en.desk.checkOut).fill(inDays(from + 5))
    await trip.getByLabel(en.desk.words).fill('One more night?')
    await trip.getByRole('button', { name: en.desk.send }).click()
    await trip.getByRole('status').getByText(en.desk.sent).waitFor()
    const page = await window.open('/owner', owner)
    await page.getByText('One more night?').waitFor()
    await page.getByRole('button', { name: en.desk.preview }).click()
    await page.getByRole('button', { name: en.desk.apply, exact: true }).click()
    await page.getByText('One more night?').waitFor({ state: 'detached' })
    expect((await show(t, guest, id)).check_out).toBe(inDays(from + 5))
  })

  test('invites somebody to the team, and removes them', async ({ t, window }) => {
    const { owner } = await scene(t)
    const page = await window.open('/team', owner)
    await page.getByText(en.team.none).waitFor()
    await page.getByLabel(en.desk.email).fill('noah@example.org')
    await page.getByRole('button', { name: en.team.send }).click()
    await page.getByRole('status').getByText(en.team.invited('noah@example.org')).waitFor()
    expect(await invitationKey(t, 'noah@example.org')).toHaveLength(43)
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: `${en.team.remove} noah@example.org` }).click()
    await page.getByText(en.team.none).waitFor()
    expect(await t.db`select 1 from team_grants`).toEqual([])
  })
})
