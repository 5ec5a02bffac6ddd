import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { inDays } from '../support/app.ts'
import { book, scene, stay } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { test } from '../support/window.ts'

const euros = (amount: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount)
const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

describe.skipIf(!hasBrowser)('the window', () => {
  test.for([
    ['flexible', [29, 360], [30, 260]],
    ['moderate', [25, 360], [30, 160]],
    ['strict', [0, 360], [23, 210], [30, 60]],
  ] as const)(
    'says in euros what a cancellation gives back: %j',
    async ([cancellation_policy, ...steps], { t, window }) => {
      const { guest, home } = await scene(t, { cleaning_fee: 60, cancellation_policy })
      const { body } = await book(t, guest, stay(home))
      const page = await window.open(`/trips/${body.data.reservation_id}`, guest)
      const said = (await page.locator('.terms li').allInnerTexts()).map((text) => text.split('\n'))
      expect(said).toEqual([
        ...steps.map(([days, refund]) =>
          refund === 360
            ? [en.terms.full(euros(refund)), en.terms.until(inWords(inDays(days)))]
            : [
                en.terms.part(euros(refund)),
                `${en.terms.until(inWords(inDays(days)))}, ${en.terms.kept(euros(360 - refund))}`,
              ],
        ),
        [en.terms.none, en.terms.after],
      ])
      // The terms decide the refund of a cancellation.
      await t.deliver(t.pay(body.data.payment_url))
      await page.reload()
      await page.getByText(en.terms.title, { exact: true }).waitFor()
      const { refund } = (await t.call('POST', `/reservations/${body.data.reservation_id}/cancel`, {}, guest)).body.data
      expect(said.find(([line = '']) => line.includes(euros(refund)))).toBeDefined()
      await page.reload()
      await page.getByRole('heading', { name: en.trip.price }).waitFor()
      expect(await page.getByText(en.terms.title, { exact: true }).count()).toBe(0)
    },
  )
})
