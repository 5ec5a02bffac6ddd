import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { enPlan } from '../../clients/window/src/texts/en-plan.ts'
import { inDays, type TestApp, type TestUser } from '../support/app.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { paid } from '../support/payments.ts'
import { joins } from '../support/team.ts'
import { test } from '../support/window.ts'

const { panel, booking, closing } = enPlan

const dayOf = (page: Page, home: string, day: number) => page.locator(`.plan [data-key="${home} ${inDays(day)}"]`)
const bars = (page: Page) => page.locator('.plan .bar')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const staysOf = (t: TestApp, owner: TestUser) =>
  t.db<{ id: number; check_in: string; check_out: string; total: number; note: string | null; status: string }[]>`
    select id, check_in::text, check_out::text, total_cents::integer as total, note, status
    from reservations
    where contact_id is not null and property_id in (select p.id from properties p where p.owner_id = ${owner.id}) order by id`

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to ${selector}`)
}

const focusedKey = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.key)

async function twoHomes(t: TestApp): Promise<{ owner: TestUser; first: string; second: string }> {
  const owner = await t.user()
  return {
    owner,
    first: await t.home(owner, { title: 'Abri' }),
    second: await t.home(owner, { title: 'Bastide' }),
  }
}

describe.skipIf(!hasBrowser)('the plan in the window', () => {
  test('books somebody who calls, with the mouse, and says what it costs before', async ({ t, window }) => {
    const { owner, first: home } = await twoHomes(t)
    const page = await window.open('/plan', owner)
    await dayOf(page, home, 10).click()
    await page.getByRole('heading', { name: 'Abri' }).waitFor()
    await dayOf(page, home, 13).click()
    await page.getByText('3 nights, ').waitFor()
    expect(await page.locator('.free[aria-pressed=true]').count()).toBe(3)
    await page.getByRole('button', { name: booking.book('€300.00') }).waitFor()
    await page.getByLabel(enOffice.desk.name, { exact: true }).fill('Grace Hopper')
    await page.getByLabel(en.desk.phone).fill('+33612345678')
    await page.locator('.panel').getByLabel(en.people.adults, { exact: true }).fill('1')
    await page.reload()
    await dayOf(page, home, 10).click()
    await dayOf(page, home, 13).click()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.panel [name=adults]')?.value === '1')
    expect(await page.getByLabel(enOffice.desk.name, { exact: true }).inputValue()).toBe('Grace Hopper')
    await page.getByLabel(booking.pay).selectOption('later')
    expect(await page.getByLabel(booking.dueOn).inputValue()).toBe(inDays(10))
    await page.getByRole('button', { name: booking.book('€300.00') }).click()
    const [booked] = await page
      .getByRole('status')
      .filter({ hasText: 'is booked' })
      .waitFor()
      .then(() => staysOf(t, owner))
    expect(booked).toMatchObject({ check_in: inDays(10), check_out: inDays(13), total: 30_000, status: 'confirmed' })
    expect(await t.db`select adults from reservations where id = ${booked?.id ?? 0}`).toEqual([{ adults: 1 }])
    expect(await page.getByLabel(booking.payLink).inputValue()).toContain('/pay/')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H3')
    await page.locator('.bar', { hasText: 'Grace Hopper' }).click()
    await page.waitForURL(`**/stays/${booked?.id}`)
  })

  test('finds the homes that are free for somebody who calls, with their prices', async ({ t, window }) => {
    const { owner, first } = await twoHomes(t)
    const closed = { kind: 'closure', start_date: inDays(41), end_date: inDays(41) }
    await t.call('POST', `/calendars/properties/${first}/close`, closed, owner)
    const page = await window.open('/today', owner)
    await page.getByRole('link', { name: enOffice.today.book }).click()
    await page.getByLabel(en.desk.checkIn).fill(inDays(40))
    await page.getByLabel(en.desk.checkOut).fill(inDays(42))
    await page.getByLabel(en.people.children, { exact: true }).fill('1')
    await page.getByRole('button', { name: enPlan.find.go }).click()
    await page.getByRole('heading', { name: enPlan.find.free(1, '2 nights') }).waitFor()
    expect(await page.locator('.freeHomes li').innerText()).toMatch(/Bastide[\s\S]*€200.00/)
    await page.getByRole('button', { name: `${enPlan.find.take}: Bastide` }).click()
    await page.getByRole('button', { name: booking.book('€200.00') }).waitFor()
    await page.locator('.panel').getByLabel(enOffice.desk.name, { exact: true }).fill('Ada Lovelace')
    await page.getByRole('button', { name: booking.book('€200.00') }).click()
    await page.getByRole('status').filter({ hasText: 'is booked' }).waitFor()
    expect(await staysOf(t, owner)).toMatchObject([{ check_in: inDays(40), check_out: inDays(42), total: 20_000 }])
    await page.locator('.plan .bar', { hasText: 'Ada Lovelace' }).waitFor()
  })

  test('books with the keyboard alone, from one tab stop', async ({ t, window }) => {
    const { owner, first, second } = await twoHomes(t)
    const page = await window.open('/plan', owner)
    expect(await page.locator('.plan td [tabindex="0"]').count()).toBe(1)
    await tabTo(page, '.plan .free')
    expect(await focusedKey(page)).toBe(`${first} ${inDays(0)}`)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await focusedKey(page)).toBe(`${second} ${inDays(2)}`)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    expect(await focusedKey(page)).toBe(`${second} ${inDays(29)}`)
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(`**/plan?from=${inDays(30)}`)
    await expect.poll(() => focusedKey(page)).toBe(`${second} ${inDays(30)}`)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bastide' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Bastide')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedKey(page)).toBe(`${second} ${inDays(31)}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await tabTo(page, '.panel [name=name]')
    await page.keyboard.type('Ada Lovelace')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'is booked' }).waitFor()
    expect(await staysOf(t, owner)).toMatchObject([{ check_in: inDays(31), check_out: inDays(32), status: 'pending' }])
    // The bar is where the free day was, and Enter opens the stay.
    await page.keyboard.press('Escape')
    await page.locator('.plan .bar').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/stays/*')
  })

  test('says which rules a stay breaks, and books it all the same at a price of its own', async ({ t, window }) => {
    const { owner, first: home } = await twoHomes(t)
    await t.call('PUT', `/properties/${home}`, { min_stay: 3 }, owner)
    const page = await window.open('/plan', owner)
    await dayOf(page, home, 5).click()
    await page.getByText(booking.broken).waitFor()
    await page.getByLabel(enOffice.desk.name, { exact: true }).fill('Grace Hopper')
    await page.getByLabel(booking.price).selectOption('amount')
    await page.getByLabel(booking.total, { exact: true }).fill('80')
    await page.getByLabel(booking.reason).fill('A regular guest')
    const book = page.getByRole('button', { name: booking.book('€80.00'), exact: true })
    await book.click()
    await page.locator('.panel .refused').waitFor()
    expect(await staysOf(t, owner)).toEqual([])
    await page.getByLabel(booking.force).check()
    await book.click()
    await page.getByRole('status').filter({ hasText: 'is booked' }).waitFor()
    expect(await staysOf(t, owner)).toMatchObject([{ total: 8_000, note: 'A regular guest' }])
  })

  test('waits for a whole date, and says that a departure comes too early', async ({ t, window }) => {
    const { first: home, owner } = await twoHomes(t)
    const page = await window.open('/plan', owner)
    await dayOf(page, home, 5).click()
    const arrival = page.locator('.panel [name=check_in]')
    const chosen = await arrival.inputValue()
    const departure = page.locator('.panel [name=check_out]')
    await departure.fill('0002-12-05')
    expect(await arrival.inputValue()).toBe(chosen)
    await departure.fill(inDays(3))
    await page.locator('.panel').getByRole('alert').waitFor()
    expect([await arrival.inputValue(), await page.locator('.panel form').count()]).toEqual([chosen, 0])
    await departure.fill(inDays(8))
    await page.getByText(en.nights(3), { exact: false }).first().waitFor()
  })

  test('closes days with a reason, keeps some for the owner, and opens them again', async ({ t, window }) => {
    const { owner, first: home } = await twoHomes(t)
    const page = await window.open('/plan', owner)
    await dayOf(page, home, 3).click()
    await tab(page, panel.close).click()
    await page.locator('.panel').getByLabel(panel.departure).fill(inDays(6))
    await page.getByLabel(closing.reason).fill('Painting')
    await page.getByRole('button', { name: closing.close('3 nights') }).click()
    await page.getByRole('status').getByText(closing.closed).waitFor()
    await dayOf(page, home, 9).click()
    await tab(page, panel.ownerStay).click()
    await page.getByLabel(closing.who).fill('Martin')
    await page.getByRole('button', { name: closing.keep }).click()
    await page.getByRole('status').getByText(closing.kept).waitFor()
    const closures = () =>
      t.db`select start_date::text, end_date::text, reason, kind, name from closures where property_id = ${home} order by start_date`
    expect(await closures()).toEqual([
      { start_date: inDays(3), end_date: inDays(5), reason: 'Painting', kind: 'closure', name: null },
      { start_date: inDays(9), end_date: inDays(9), reason: null, kind: 'owner_stay', name: 'Martin' },
    ])
    await page.locator('.bar', { hasText: 'Painting' }).click()
    await page.getByRole('button', { name: closing.open }).click()
    await page.getByRole('status').getByText(closing.opened).waitFor()
    await page.locator('.bar', { hasText: 'Painting' }).waitFor({ state: 'detached' })
    expect(await closures()).toHaveLength(1)
  })

  test('moves by thirty days and back to today', async ({ t, window }) => {
    const { owner, home, id } = await paid(t)
    const page = await window.open('/plan', owner)
    expect(await bars(page).count()).toBe(0)
    await page.getByRole('button', { name: enPlan.later(30) }).click()
    await page.waitForURL(`**/plan?from=${inDays(30)}`)
    await page.locator(`.bar[href="/stays/${id}"]`).waitFor()
    await page.reload()
    await page.locator(`.bar[href="/stays/${id}"]`).waitFor()
    await page.getByRole('button', { name: enPlan.today }).click()
    await dayOf(page, home, 0).waitFor()
    await page.getByRole('button', { name: enPlan.earlier(30) }).click()
    await page.waitForURL(`**/plan?from=${inDays(-30)}`)
    // Nothing can be done with days that are over.
    expect(await page.locator('.free').count()).toBe(0)
  })

  test('shows nights that were sold twice on two lanes, in words too', async ({ t, window }) => {
    const { owner, guest, home, id } = await paid(t)
    await t.db`
      with twice as (
        insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
        values (${home}, ${guest.id}, ${inDays(31)}, ${inDays(35)}, 1, 'confirmed', '{}', 0, 0, 'EUR') returning id)
      insert into occupancy (property_id, kind, stay, reservation_id, overbooked)
      select ${home}, 'stay', daterange(${inDays(31)}, ${inDays(35)}), id, true from twice`
    const page = await window.open(`/plan?from=${inDays(28)}`, owner)
    const clashing = page.locator('.bar.clash')
    await clashing.nth(1).waitFor()
    const [one, other] = [await clashing.nth(0).boundingBox(), await clashing.nth(1).boundingBox()]
    expect((other?.y ?? 0) - (one?.y ?? 0)).toBeGreaterThanOrEqual(28)
    expect(await page.getByRole('link', { name: new RegExp(`, ${enPlan.conflict}, `) }).count()).toBe(2)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.week').waitFor()
    expect(await page.locator(`.say a[href="/stays/${id}"]`).count()).toBe(0)
    await page.locator('.week button').nth(4).click()
    expect(await page.locator(`.say a[href="/stays/${id}"]`).count()).toBe(1)
  })

  test('is a list of the day on a telephone, and books a free home there', async ({ t, window }) => {
    const { owner, first: home } = await twoHomes(t)
    const page = await window.open('/', owner)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${window.url}/plan`)
    const card = (name: string) => page.locator('section.card').filter({ has: page.getByRole('heading', { name }) })
    await card(enPlan.freeHomes).getByRole('listitem').nth(1).waitFor()
    await page.locator('.week button').nth(3).click()
    await page.getByRole('button', { name: enPlan.openFree('Abri') }).click()
    await page.getByLabel(enOffice.desk.name, { exact: true }).fill('Grace Hopper')
    await page.getByLabel(booking.pay).selectOption('later')
    await page.getByRole('button', { name: booking.book('€100.00') }).click()
    await page.getByRole('status').filter({ hasText: 'is booked' }).waitFor()
    await page.locator('.panel').getByRole('button', { name: en.close }).click()
    await card(enPlan.arrivals).getByRole('link', { name: 'Grace Hopper' }).waitFor()
    expect(await card(enPlan.freeHomes).getByRole('listitem').count()).toBe(1)
    await page.locator('.week button').nth(4).click()
    await card(enPlan.departures).getByRole('link', { name: 'Grace Hopper' }).waitFor()
    await page.getByRole('button', { name: enPlan.later(7) }).click()
    await page.waitForURL(`**/plan?from=${inDays(7)}`)
    expect(await t.db`select id from reservations where property_id = ${home}`).toHaveLength(1)
  })

  test('draws a stay that is booked while it is open', async ({ t, window }) => {
    const { owner, home, guest } = await scene(t)
    const page = await window.open('/plan', owner)
    await page.waitForLoadState('networkidle')
    expect(await bars(page).count()).toBe(0)
    expect((await book(t, guest, stay(home, 4))).status).toBe(201)
    expect((await book(t, await t.user(), { ...stay(home, 12), inquiry: true })).status).toBe(201)
    await t.drain()
    await bars(page).first().waitFor()
  })

  test('shows an accountant bars without names, and nothing to click but them', async ({ t, window }) => {
    const { owner, id } = await paid(t)
    const member = await joins(t, owner, 'accountant')
    const page = await window.open(`/plan?from=${inDays(28)}`, member)
    await page.locator(`.bar[href="/stays/${id}"]`).waitFor()
    expect(await page.locator('.free').count()).toBe(0)
    expect(await page.getByText('Ada Lovelace').count()).toBe(0)
  })
})
