import { describe, expect } from 'vitest'
import { test } from '../../support/app.ts'
import { complaintsOf, hasBrowser, openBrowser } from '../../support/browser.ts'

describe.skipIf(!hasBrowser)('in a browser', () => {
  test('the mailbox shows a mail, and its link verifies the address', async ({ t }) => {
    const { url } = await t.listen()
    await t.form(
      '/auth/register',
      {
        username: 'grace',
        first_name: 'Grace <i>',
        last_name: 'Hopper',
        country_id: 'US',
        email: 'grace@example.org',
        password: 'cobol60',
        password_confirmation: 'cobol60',
      },
      { locale: 'en' },
    )
    await t.drain()
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      const problems = complaintsOf(page)
      await page.goto(`${url}/dev/mailbox`)
      await page.getByRole('link', { name: 'Confirm your e-mail address' }).click()
      const letter = page.frameLocator('iframe')
      expect(await letter.getByText('Hello,').isVisible()).toBe(true)
      const link = await letter.getByRole('link', { name: 'Confirm my address' }).getAttribute('href')
      const answer = await page.goto(String(link).replace('http://sejour.test', url))
      expect([answer?.status(), problems]).toEqual([200, []])
    } finally {
      await browser.close()
    }
  })
})
