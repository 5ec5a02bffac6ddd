import { describe, expect } from 'vitest'
import { enOffice as o } from '../../clients/window/src/texts/en-office.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/files.ts'
import { answer, test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('the name of a company in the window', () => {
  test('is given with a logo and a colour, refused at its field, and taken back', async ({ t, window }) => {
    const owner = await t.user()
    await t.home(owner)
    const page = await window.open('/company', owner)
    await page.getByLabel(o.company.name, { exact: true }).fill('Les Maisons d’Ana')
    await page.getByLabel(o.company.colour).fill('#ffffcc')
    await page.getByRole('button', { name: o.company.save }).click()
    await page.locator('[name=colour][aria-invalid=true]').waitFor()
    expect(await page.getByLabel(o.company.name, { exact: true }).inputValue()).toBe('Les Maisons d’Ana')
    await page.getByLabel(o.company.colour).fill('#7a2e1d')
    await page.locator('[name=logo]').setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await (await picture('red')).arrayBuffer()),
    })
    await page.getByRole('button', { name: o.company.save }).click()
    await page.getByRole('heading', { name: o.company.looks }).waitFor()
    const shown = page.getByText(o.company.button)
    expect(await shown.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(122, 46, 29)')
    const { data } = (await t.call('GET', '/company', undefined, owner)).body
    expect(data).toMatchObject({ name: 'Les Maisons d’Ana', colour: '#7a2e1d', logo_url: expect.any(String) })
    await page.getByLabel(o.company.noLogo).check()
    await page.getByRole('button', { name: o.company.save }).click()
    await page.locator('main img').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: o.company.remove }).click()
    await answer(page)
    await page.getByRole('heading', { name: o.company.looks }).waitFor({ state: 'detached' })
    expect((await t.call('GET', '/company', undefined, owner)).body.data).toBeNull()
  })
})
