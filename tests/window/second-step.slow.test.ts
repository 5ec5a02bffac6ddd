import { describe, expect } from 'vitest'
import { test as base, PASSWORD } from '../support/app.ts'
import { hasBrowser, openBrowser } from '../support/browser.ts'
import { enrol } from '../support/second-factor.ts'

const test = base.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ DEMO_FRONTEND: 'true' }),
})

describe.skipIf(!hasBrowser)('the window', () => {
  test('asks who has a second factor for its code', async ({ t }) => {
    const { user, recovery } = await enrol(t, await t.user({ locale: 'en' }))
    const { url } = await t.listen()
    const browser = await openBrowser()
    const page = await browser.newPage({ locale: 'en-GB' })
    const asked: string[] = []
    const answers = [undefined, 'wrong', recovery[0]]
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      const answer = answers.shift()
      return answer === undefined ? dialog.dismiss() : dialog.accept(answer)
    })
    await page.goto(`${url}/trips`)
    const signIn = async () => {
      await page.fill('[name=login]', user.username)
      await page.fill('[name=password]', PASSWORD)
      await page.click('main form button')
    }
    for (const refusal of ['recovery code', 'wrong']) {
      await signIn()
      await page.getByRole('alert').filter({ hasText: refusal }).waitFor()
    }
    await signIn()
    await page.getByRole('heading', { name: 'Trips' }).waitFor()
    expect(asked).toEqual(Array(3).fill('Complete the sign-in with your second factor, or with a recovery code.'))
    await browser.close()
  })
})
