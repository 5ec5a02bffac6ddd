import { expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { complaintsOf } from '../support/browser.ts'
import { addPhoto } from '../support/files.ts'
import { test } from '../support/window.ts'

test('photos of a home open over the page, one by one, by keys, buttons and swipes', async ({ t, window }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  for (const color of ['red', 'green', 'blue']) await addPhoto(t, owner, home, color)
  const page = await window.open(`/homes/${home}`)
  const complaints = complaintsOf(page)
  const viewer = page.getByRole('dialog', { name: en.home.photos })
  const shows = (number: number) => viewer.getByText(en.home.photoOf(number, 3)).waitFor()

  await page.getByRole('button', { name: en.home.photoOf(2, 3) }).click()
  await shows(2)
  await page.keyboard.press('ArrowRight')
  await shows(3)
  expect(await viewer.getByRole('button', { name: en.home.photoAfter }).isDisabled()).toBe(true)
  await viewer.getByRole('button', { name: en.home.photoBefore }).click()
  await shows(2)
  await viewer.locator('ul').evaluate((list) => list.scrollTo({ left: 0 }))
  await shows(1)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  // The host of the files is none in tests.
  expect(complaints.filter((complaint) => !complaint.includes('/storage/'))).toEqual([])
})
