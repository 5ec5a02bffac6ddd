import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { enPlan } from '../../clients/window/src/texts/en-plan.ts'
import { addDays } from '../../src/platform/lib/days.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { answer, test } from '../support/window.ts'

const { booking, calendar, closing } = enPlan

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

describe.skipIf(!hasBrowser)('the calendar of a home in the window', () => {
  const night = (page: Page, day: string) => page.locator(`.month [data-day="${day}"]`)
  /** Days of the next month, which is all to come. */
  const soon = (count: number) => addDays(`${addDays(`${inDays(0).slice(0, 8)}01`, 31).slice(0, 8)}01`, count)
  const openNext = async (page: Page) => {
    await page.getByRole('button', { name: calendar.later }).click()
    await night(page, soon(10)).waitFor()
  }

  test('sets the price and the minimum stay of some nights, and a season', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/calendar/${home}`, owner)
    await page.getByRole('heading', { name: calendar.pick }).waitFor()
    await openNext(page)
    await night(page, soon(10)).click()
    await night(page, soon(14)).click()
    await page.getByText(calendar.nights(4, true)).waitFor()
    await page.getByLabel(calendar.price('EUR')).fill('95')
    await page.getByText(calendar.sum('€380.00')).waitFor()
    await page.getByLabel(calendar.minStay).fill('2')
    await page.getByRole('button', { name: calendar.set('€95.00', '4 nights') }).click()
    await page.getByRole('status').getByText(en.saved).waitFor()
    expect(
      await t.db`select day::text, price_cents::integer as cents, min_stay from calendar_days where property_id = ${home} order by day`,
    ).toEqual([10, 11, 12, 13].map((count) => ({ day: soon(count), cents: 9_500, min_stay: 2 })))
    expect(await night(page, soon(10)).textContent()).toContain(calendar.freeAt('€95'))
    await night(page, soon(10)).click()
    await tab(page, calendar.tabs.season).click()
    await page.getByLabel(calendar.season).fill('Before Christmas')
    await page.getByLabel(calendar.reduction).fill('15')
    await page.getByText(calendar.becomes('€95.00', '€80.75')).waitFor()
    await page.getByRole('button', { name: calendar.addSeason }).click()
    await page.getByText('Before Christmas').waitFor()
    await page.getByRole('button', { name: calendar.removeSeason('Before Christmas') }).click()
    await page.getByText(calendar.noSeasons).waitFor()
  })

  test('closes, opens, keeps and books nights', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/calendar/${home}`, owner)
    await openNext(page)
    await night(page, soon(3)).click()
    await tab(page, calendar.tabs.days).click()
    await page.getByLabel(closing.reason).fill('Painting')
    await page.getByRole('button', { name: closing.close('1 night') }).click()
    await page.locator('.month .bar', { hasText: 'Painting' }).click()
    await page.getByRole('button', { name: closing.open }).click()
    await answer(page)
    await page.locator('.month .bar').waitFor({ state: 'detached' })
    await night(page, soon(5)).click()
    await page.getByLabel(calendar.doing.owner).check()
    await page.getByLabel(closing.who).fill('Martin')
    await page.getByRole('button', { name: closing.keep }).click()
    await page.locator('.month .bar', { hasText: 'Martin' }).first().waitFor()
    await night(page, soon(7)).click()
    await page.getByLabel(calendar.doing.book).check()
    await page.getByRole('button', { name: booking.book('€100.00') }).waitFor()
    await page.getByLabel(enOffice.desk.name, { exact: true }).fill('Grace Hopper')
    await page.getByRole('button', { name: booking.book('€100.00') }).click()
    await page.getByRole('status').filter({ hasText: 'is booked' }).waitFor()
    await page.locator('.month .bar', { hasText: 'Grace Hopper' }).waitFor()
    // A taken night leads to its stay, for those who have no mouse.
    await night(page, soon(7)).click()
    await page.locator('.settings').getByRole('link', { name: 'Grace Hopper' }).click()
    await page.waitForURL('**/stays/*')
  })

  test('has one tab stop and arrow keys, and lets nobody choose days that are over', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/calendar/${home}`, owner)
    expect(await page.locator('.month td [tabindex="0"]').count()).toBe(1)
    await page.getByRole('button', { name: calendar.earlier }).click()
    const over = page.locator('.month .date[aria-disabled=true]').first()
    await over.waitFor()
    await over.click({ force: true })
    expect(await page.getByRole('heading', { name: calendar.pick }).count()).toBe(1)
    await page.getByRole('button', { name: calendar.later }).click()
    await openNext(page)
    await night(page, soon(10)).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText(calendar.nights(1, true)).waitFor()
    await page.keyboard.press('PageDown')
    const next = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
    expect(next?.slice(8)).toBe('01')
    expect(await page.locator('.month td [tabindex="0"]').count()).toBe(1)
  })

  test('reads other calendars and platforms when they are opened', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open(`/calendar/${home}`, owner)
    await page.locator('summary', { hasText: enPlan.links.ical }).click()
    expect(await page.getByLabel(enPlan.links.address).inputValue()).toContain('/calendars/')
    await page.locator('summary', { hasText: enPlan.links.channel }).click()
    await page.getByText(enPlan.links.noChannel).waitFor()
  })
})
