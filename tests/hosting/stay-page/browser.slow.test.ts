import type { Browser } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test as base } from '../../support/app.ts'
import { decide, describeArrival, setCode } from '../../support/arrivals.ts'
import { complaintsOf, findingsOf, hasBrowser, ownBrowser } from '../../support/browser.ts'
import { picture } from '../../support/files.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { ADA, bookedByHand, codeFor } from '../../support/stay-page.ts'

const test = base.extend<{ browser: Browser }>({
  browser: ownBrowser,
})

describe.runIf(hasBrowser)('the page of a stay in a browser', () => {
  test('fits a phone and a desktop in light and dark, in both languages, and axe finds nothing', async ({
    t,
    browser,
  }) => {
    const { owner, home, id, link } = await bookedByHand(t)
    await describeArrival(t, owner, home)
    const added = await t.form(
      `/properties/${home}/arrival/pictures`,
      { picture: await picture('teal'), caption: 'x' },
      owner,
    )
    expect(added.status).toBe(201)
    await setCode(t, owner, id)
    await decide(t, owner, id, 'released')
    const { url } = await t.listen()
    for (const content of ['We arrive at nine.', 'With a dog.']) await t.call('POST', `${link}/messages`, { content })
    await writeToGuest(t, owner, id, { content: 'Bring towels.' })
    await t.call('POST', `${link}/guests`, { travellers: [{ nationality: 'FR' }] })
    for (const locale of ['fr-FR', 'en-GB']) {
      const context = await browser.newContext({ locale, bypassCSP: true })
      const page = await context.newPage()
      const complaints = complaintsOf(page)
      for (const path of ['?notice=saved', '/guests?notice=code_sent', 'refused']) {
        if (path === 'refused') await page.click('form[action$="/guests"] > button')
        else await page.goto(`${url}/api/v1${link}${path}`)
        await page.evaluate("for (const closed of document.querySelectorAll('details')) closed.open = true")
        if (path === '?notice=saved') await page.waitForFunction('document.querySelector("img").naturalWidth === 300')
        for (const mode of [
          { width: 390, colorScheme: 'light' },
          { width: 390, colorScheme: 'dark' },
          { width: 1280, colorScheme: 'light' },
        ] as const) {
          expect(await findingsOf(page, mode), `${path} ${locale} ${mode.width} ${mode.colorScheme}`).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(mode.width)
        }
      }
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
      await context.close()
    }
  })

  test('works without a script: a guest shares the code, asks for a change, and cancels', async ({ t, browser }) => {
    const { owner, home, id, link } = await bookedByHand(t)
    await describeArrival(t, owner, home)
    await setCode(t, owner, id)
    await decide(t, owner, id, 'released')
    const { url } = await t.listen()
    const context = await browser.newContext({
      ...{ locale: 'en-GB', javaScriptEnabled: false, viewport: { width: 390, height: 800 } },
    })
    const page = await context.newPage()
    await page.goto(`${url}/api/v1${link}`)
    await page.click('#sharing summary')
    await page.click('text=Show the code there')
    await page.waitForSelector('text=Saved.')
    await page.click('#change summary')
    await page.fill('#change [name=adults]', '1')
    await page.fill('#change textarea', 'One of us is ill.')
    await page.click('text=Send the request')
    await page.waitForSelector('text=The change request has been sent.')
    await page.fill('[name=content]', 'We bring a dog.')
    await page.click('text=Send the message')
    await page.waitForSelector('text=The message has been sent.')
    await page.waitForSelector('.mine >> text=We bring a dog.')
    await page.click('text=Fill in the list')
    await page.selectOption('[name="travellers.0.nationality"]', 'IT')
    await page.click('text=Save the list')
    await page.waitForSelector('.wrong')
    expect(await page.inputValue('[name="travellers.0.nationality"]')).toBe('IT')
    await page.selectOption('[name="travellers.0.nationality"]', 'FR')
    await page.click('text=Save the list')
    await page.waitForSelector('text=The list of travellers has been saved.')
    await page.click('text=Change the list')
    await page.click('text=Send me a code')
    await page.waitForSelector('text=A code has been sent')
    await page.fill('[name=code]', await codeFor(t, ADA.email))
    await page.click('text=Show the list')
    await page.waitForSelector('option[value=FR][selected]', { state: 'attached' })
    await page.click('text=Back to the page of the stay')
    await page.click('#cancel summary')
    await page.click('text=Send me a code')
    await page.waitForSelector('text=A code has been sent')
    const code = await codeFor(t, ADA.email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const entered of [wrong, code]) {
      await page.fill('#cancel [name=code]', entered)
      await page.click('#cancel button.grave')
      await page.waitForSelector(entered === code ? 'text=The stay is cancelled.' : 'text=This code is wrong')
    }
    // A message can still be written.
    expect(await page.locator('form').count()).toBe(1)
  })
})
