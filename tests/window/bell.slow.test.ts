import { describe, expect } from 'vitest'
import { enOffice as o } from '../../clients/window/src/texts/en-office.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { paid, show } from '../support/payments.ts'
import { asThemselves, joins } from '../support/team.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('a notification about a stay', () => {
  test('leads a company to its stay, and its guest to their trip', async ({ t, window }) => {
    const { owner, guest, id } = await paid(t)
    await t.drain()
    expect((await show(t, owner, id)).status).toBe('confirmed')
    for (const [user, path] of [
      [owner, `/stays/${id}`],
      [guest, `/trips/${id}`],
    ] as const) {
      const page = await window.open('/bell', user)
      await page.locator('.note h2 a').first().click()
      await page.waitForURL(`**${path}`)
      await page.locator('main[aria-busy=false] h1').first().waitFor()
    }
  })

  test('leads somebody who works for two companies to the stay of the other one', async ({ t, window }) => {
    const one = await scene(t)
    const { owner, id } = await paid(t)
    const member = await joins(t, one.owner, 'desk')
    const person = asThemselves(member)
    await joins(t, owner, 'desk', null, person)
    await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner)
    await t.drain()
    const page = await window.open('/bell', member)
    const note = page.locator('.note h2 a').first()
    expect(await note.getAttribute('href')).toBe(`/stays/${id}`)
    await note.press('Enter')
    await page.waitForURL(`**/stays/${id}`)
    await page.getByRole('heading', { name: o.stay.money }).waitFor()
  })
})
