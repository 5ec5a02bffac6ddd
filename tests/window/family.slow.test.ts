import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { enPlan } from '../../clients/window/src/texts/en-plan.ts'
import { inDays, type TestApp, type TestUser } from '../support/app.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { refundable } from '../support/payments.ts'
import { test } from '../support/window.ts'

const { booking } = enPlan
const FAMILY = { adults: 2, children: 2, infants: 1 }
const WORDS = '2 adults, 2 children, 1 infant'

/** A home whose tax is 2 euros an adult and night: a family of two adults pays 12 of three nights, and four adults 24. */
async function taxedHome(t: TestApp, fields: Record<string, unknown> = {}) {
  const all = await scene(t, { base_price: 100, max_guests: 6, ...fields })
  const { owner, home } = all
  const { status } = await t.call('PUT', `/properties/${home}`, { tourist_tax: { per_adult_night: 2 } }, owner)
  expect(status).toBe(200)
  return all
}

async function fillIn(page: Page, within: string): Promise<void> {
  for (const kind of ['adults', 'children', 'infants'] as const) {
    const field = page.locator(within).getByLabel(en.people[kind], { exact: true })
    await field.fill(String(FAMILY[kind]))
    await field.dispatchEvent('change')
  }
}

const taxOf = async (t: TestApp, user: TestUser, id: number) => {
  const { price, ...shown } = (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data
  const { adults, children, infants } = shown
  const tax = price.lines.find(({ code }: { code: string }) => code === 'tourist_tax')
  return { adults, children, infants, tax: tax?.amount }
}

describe.skipIf(!hasBrowser)('a family of two adults, two children and an infant', () => {
  test('searches, sees its price and pays the tax of two', async ({ t, window }) => {
    const { home, guest } = await taxedHome(t, { title: 'Mas des Oliviers' })
    const page = await window.open(`/?q=Oliviers&check_in=${inDays(30)}&check_out=${inDays(33)}`, guest)
    await fillIn(page, '#ask')
    await page.locator('#ask').getByRole('button', { name: en.search.go }).click()
    await page.waitForURL('**children=2**')
    await page.locator(`a[href*="/homes/${home}"]`).first().click()
    await page.waitForURL('**/homes/**infants=1**')
    await page.locator('.box .sum').waitFor()
    expect(await page.locator('.box dl').innerText()).toMatch(/€12\.00[\s\S]*€312\.00/)
    await page.locator('.box').getByRole('button', { name: en.home.book }).click()
    await expect.poll(async () => (await t.db`select id from reservations where property_id = ${home}`).length).toBe(1)
    const [row] = await t.db<{ id: number }[]>`select id from reservations where property_id = ${home}`
    expect(await taxOf(t, guest, row?.id ?? 0)).toEqual({ ...FAMILY, tax: 12 })
    await page.goto(`${window.url}/trips/${row?.id}`)
    await page.getByText(WORDS).waitFor()
  })

  test('is booked by hand, and stands on the page of the stay', async ({ t, window }) => {
    const { owner, home } = await taxedHome(t)
    const page = await window.open('/plan', owner)
    await page.locator(`.plan [data-key="${home} ${inDays(5)}"]`).click()
    await page.getByLabel(enOffice.desk.name, { exact: true }).fill('Ada Lovelace')
    await fillIn(page, '.panel')
    await page.getByRole('button', { name: booking.book('€104.00') }).click()
    await page.getByRole('status').filter({ hasText: 'is booked' }).waitFor()
    const [row] = await t.db<{ id: number }[]>`select id from reservations where property_id = ${home}`
    expect(await taxOf(t, owner, row?.id ?? 0)).toEqual({ ...FAMILY, tax: 4 })
    await page.goto(`${window.url}/stays/${row?.id}`)
    await page.getByText(WORDS).waitFor()
  })

  test('comes in place of two adults, on its wish or by its company', async ({ t, window }) => {
    const { owner, guest, id } = await refundable(t, { max_guests: 6 })
    const page = await window.open(`/trips/${id}`, guest)
    await page.getByText(en.desk.ask, { exact: true }).click()
    await fillIn(page, 'details[open]')
    await page.getByRole('button', { name: en.desk.send, exact: true }).click()
    await page.getByRole('status').getByText(en.desk.sent).waitFor()
    const desk = await window.open('/today', owner)
    await desk.getByText(WORDS).waitFor()
    const screen = await window.open(`/stays/${id}`, owner)
    await screen.getByText(enOffice.stay.changeTitle, { exact: true }).click()
    await fillIn(screen, 'details[open]')
    await screen.getByRole('button', { name: enOffice.desk.preview, exact: true }).click()
    await screen.locator('.dry').getByText(WORDS).waitFor()
    await screen.getByRole('button', { name: enOffice.desk.apply, exact: true }).click()
    await screen.locator('.title').getByText(WORDS).waitFor()
    expect(await taxOf(t, owner, id)).toMatchObject(FAMILY)
  })

  test('an address of before with adults alone still asks for them', async ({ t, window }) => {
    const { home, guest } = await taxedHome(t)
    const page = await window.open(`/homes/${home}?check_in=${inDays(30)}&check_out=${inDays(33)}&adults=4`)
    await page.locator('.box .sum').waitFor()
    expect(await page.locator('.box dl').innerText()).toMatch(/€24\.00[\s\S]*€324\.00/)
    const { reservation_id } = (await book(t, guest, { ...stay(home), adults: 4 })).body.data
    expect(await taxOf(t, guest, reservation_id)).toEqual({ adults: 4, children: 0, infants: 0, tax: 24 })
  })
})
