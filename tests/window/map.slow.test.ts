import { expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { complaintsOf } from '../support/browser.ts'
import { test } from '../support/window.ts'

test('the map of the search has names of places, comes closer, and shows a card for a home, by the keyboard too', async ({
  t,
  window,
}) => {
  const owner = await t.user()
  const title = 'Moulin du bout de la carte'
  const home = await t.home(owner, { title })
  const page = await window.open(`/?q=${encodeURIComponent(title)}`)
  const complaints = complaintsOf(page)
  const pin = page.locator('.marker')
  await pin.waitFor()
  await page.locator('.place').first().waitFor()
  const width = async () => Number((await page.locator('.map svg').getAttribute('viewBox'))?.split(' ')[2])
  const before = await width()

  await page.getByRole('button', { name: en.search.farther }).click()
  await expect.poll(width).toBeCloseTo(2 * before, 1)
  await page.getByRole('button', { name: en.search.closer }).click()
  await expect.poll(width).toBeCloseTo(before, 1)

  await pin.focus()
  await page.keyboard.press('Enter')
  const card = page.locator('.pinned')
  await card.getByText(title).waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/homes/${home}`)
  await page.locator('.map.wide').scrollIntoViewIfNeeded()
  await page.locator('.about').waitFor()
  await page.getByText(en.home.whereAbout).waitFor()
  expect(complaints).toEqual([])
})

test('the map of a phone stays while it comes closer, until the list is asked for', async ({ t, window }) => {
  const owner = await t.user()
  const title = 'Phare du bout du doigt'
  await t.home(owner, { title })
  const page = await window.open('/profile')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${window.url}/?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: en.search.mapShort, exact: true }).click()
  await page.getByRole('button', { name: en.search.closer }).click()
  await page.waitForURL((url) => url.searchParams.has('bbox'))
  await page.getByRole('link', { name: en.search.area }).waitFor()
  expect(await page.locator('.marker').isVisible()).toBe(true)
  await page.getByRole('button', { name: en.search.list, exact: true }).click()
  await page.locator('.home').getByText(title).waitFor()
  expect(await page.locator('.mapSide').isVisible()).toBe(false)
})
