import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('a company in the window', () => {
  test('sees what is unpaid', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const guest = { name: 'Ada Lovelace', email: 'ada@example.org' }
    const stay = { check_in: inDays(40), check_out: inDays(42), adults: 2, guest, pay: 'later' }
    expect((await t.call('POST', `/properties/${home}/reservations`, stay, owner)).status).toBe(201)
    const page = await window.open('/today', owner)
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
