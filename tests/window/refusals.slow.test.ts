import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { texts } from '../../src/platform/locales/locales.ts'
import { inDays } from '../support/app.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { test } from '../support/window.ts'

/** A refusal of the service for every write, about two fields of a form and something else. */
const SENTENCE = 'This value is refused.'
const refuseAll = (page: Page, names: string[]) =>
  page.route('**/api/v1/**', (route) => {
    const entries = names.map((name) => [name, [SENTENCE]])
    return route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 400,
          json: {
            success: false,
            message: 'Refused.',
            code: 'validation',
            errors: Object.fromEntries(names.map((name) => [name, [{ code: 'invalid' }]])),
            data: Object.fromEntries(entries),
          },
        })
  })

/** Screens with a form that is always there. */
const SCREENS = ['/profile', '/company', '/team', '/sellers', '/editor/new', '/developers', '/security', '/templates']

describe.skipIf(!hasBrowser)('a refusal', () => {
  test('stands at its field, once, in every form of every screen', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const page = await window.open('/profile', owner)
    let tried = 0
    for (const screen of [...SCREENS, `/editor/${home}`]) {
      await page.unrouteAll()
      await page.goto(`${window.url}${screen}`)
      await page.locator('main[aria-busy=false] h1').first().waitFor()
      if (screen === '/templates') await page.getByRole('button', { name: enOffice.templates.create }).click()
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true
      })
      const forms = page.locator('main form:has(input[name]:not([type=file]):not([type=checkbox]))')
      await forms.first().waitFor()
      for (const form of await forms.all()) {
        const field = form.locator('input[name]:not([type=file]):not([type=checkbox])').first()
        const name = (await field.getAttribute('name')) ?? ''
        await page.unrouteAll()
        await refuseAll(page, [name])
        // Validation of the browser would come first.
        await form.evaluate((element: HTMLFormElement) => {
          element.noValidate = true
          element.requestSubmit()
        })
        const said = page.getByText(SENTENCE)
        // A form that checks something itself has said that.
        await form.locator('.refused').first().waitFor({ timeout: 5_000 })
        if ((await said.count()) === 0) continue
        expect(await said.count(), `${screen} ${name}`).toBe(1)
        expect(await field.getAttribute('aria-invalid'), `${screen} ${name}`).toBe('true')
        expect(await field.evaluate((element) => document.activeElement === element), name).toBe(true)
        expect(await page.locator('.toast').count()).toBe(0)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThanOrEqual(9)
  }, 120_000)

  test('about nothing in the form stands at its end, until the next attempt', async ({ t, window }) => {
    const { owner } = await scene(t)
    const page = await window.open('/company', owner)
    await refuseAll(page, ['elsewhere'])
    await page.getByLabel(enOffice.company.name, { exact: true }).fill('Maison')
    await page.getByRole('button', { name: enOffice.company.save }).first().click()
    await page.getByRole('alert').getByText(SENTENCE).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: enOffice.company.save }).first().click()
    await page.getByRole('status').getByText(enOffice.company.saved).waitFor()
    expect(await page.getByText(SENTENCE).count()).toBe(0)
  })

  test('of nights that somebody has taken offers the nearest free ones', async ({ t, window }) => {
    const { guest, home } = await scene(t)
    const other = await t.user()
    const query = new URLSearchParams({ check_in: inDays(20), check_out: inDays(23), adults: '2' })
    const page = await window.open(`/homes/${home}?${query}`, other)
    expect((await book(t, guest, stay(home, 20, 3))).status).toBe(201)
    await page.locator('.box').getByRole('button', { name: en.home.book }).click()
    const taken = texts('en').violations.dates_taken()
    await page.locator('.box').getByText(taken).waitFor()
    await page.getByText(en.home.freeNear).waitFor()
    await page.locator('.box .actions button').last().click()
    await page.locator('.box').getByText(taken).waitFor({ state: 'detached' })
    await page.locator('.box .sum').waitFor()
    expect(new URL(page.url()).searchParams.get('check_in')).toBe(inDays(23))
  })

  test('of a search is the one thing that it says, and a later arrival moves the departure', async ({ t, window }) => {
    await t.home(await t.user())
    const page = await window.open(`/?check_in=${inDays(9)}&check_out=${inDays(7)}`)
    await page.getByRole('alert').getByText('Check-out must follow check-in.').waitFor()
    expect(await page.locator('.found').count()).toBe(0)
    await page.getByRole('link', { name: en.search.clear }).click()
    await page.locator('.found').waitFor()
    await page.getByLabel(en.search.to).fill(inDays(12))
    await page.getByLabel(en.search.from).fill(inDays(20))
    expect(await page.getByLabel(en.search.to).inputValue()).toBe(inDays(23))
    const { href } = new URL(page.url())
    await page.getByLabel(en.search.to).fill(inDays(19))
    await page.getByRole('button', { name: en.search.go }).click()
    await page.locator('[name=check_out]:invalid:focus').waitFor()
    await page.getByRole('button', { name: en.search.filters }).click()
    await page.locator('[name=price_min]').fill('200')
    await page.locator('[name=price_max]').fill('100')
    await page.getByRole('button', { name: en.search.apply }).click()
    await page.locator('[name=price_max]:invalid:focus').waitFor()
    expect(page.url()).toBe(href)
  })
})
