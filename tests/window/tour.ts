import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { fr, type Texts } from '../../clients/window/src/texts/fr.ts'
import { frAccounts } from '../../clients/window/src/texts/fr-accounts.ts'
import { frOffice } from '../../clients/window/src/texts/fr-office.ts'
import { texts } from '../../src/platform/locales/locales.ts'
import { complaintsOf } from '../support/browser.ts'
import type { Demo } from '../support/demo-service.ts'
import { answer as confirm } from '../support/window.ts'

type Locale = 'fr' | 'en'

const ROLE_NAMES = { guest: 'Camille', owner: 'Martin', support: 'Sophie' }

/** Subjects of the mail about a booking. */
const CONFIRMED = { fr: 'Réservation confirmée', en: 'Reservation confirmed' }

/** The strip has ticked a step off. */
const ticked = (page: Page, step: string) => page.locator('.tour li.done').filter({ hasText: step }).waitFor()

/** Clicks what opens a tab of somebody else, and gives the tab. */
async function openTab(page: Page, name: string, problems: string[][]): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name }).click()
  const tab = await opened
  problems.push(complaintsOf(tab))
  return tab
}

/** From the first look at the search to the last refund, as people do it, with each other's tabs open. */
export async function goOnTour(context: BrowserContext, demo: Demo, locale: Locale, home: string): Promise<void> {
  const t: Texts = { fr, en }[locale]
  const accounts = { fr: frAccounts, en: enAccounts }[locale]
  const office = { fr: frOffice, en: enOffice }[locale]
  const { labels } = texts(locale)
  const page = await context.newPage()
  const problems = [complaintsOf(page)]

  // Becomes Camille, and searches.
  await page.goto(demo.url)
  await page.getByRole('button', { name: t.accounts.signIn }).click()
  await page.getByRole('button', { name: t.accounts.here('Camille') }).click()
  await page.locator('.home').first().waitFor()
  // On a phone the questions are a sheet.
  const asked = page.locator('.asked')
  if (await asked.isVisible()) await asked.click()
  await page.getByLabel(t.search.place).fill(home)
  await page.getByRole('button', { name: t.search.go }).click()
  await ticked(page, t.tour.steps.search)
  await page.locator('.home a').first().click()

  // Chooses other days with the keyboard, and books.
  await page.locator('.day.end').first().waitFor()
  const box = page.locator('.box')
  await page.locator('.day.end').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await box.locator('dt').getByText(t.nights(7), { exact: true }).waitFor()
  const total = await box.locator('.sum dd').innerText()
  await box.getByRole('button', { name: t.home.book }).click()

  // Pays on the page of the provider, and comes back.
  await page.locator('button.pay').click()
  await page.getByRole('status').getByText(t.trip.paid).waitFor()
  expect(page.url()).toMatch(/\/trips\/\d+$/)
  const number = Number(page.url().split('/').at(-1))
  await page.getByText(labels.reservation_status.confirmed, { exact: true }).first().waitFor()
  await page.getByText(labels.payment_status.paid, { exact: true }).first().waitFor()
  expect(await page.locator('.sum dd').innerText()).toBe(total)
  await ticked(page, t.tour.steps.book)

  // Looks what a cancellation would give back, and keeps the stay.
  await page.getByRole('button', { name: t.trip.cancelStay }).click()
  await page.getByText(t.trip.cancelTitle).waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('.ending h3'))
  await page.getByRole('button', { name: t.trip.keep }).click()

  // Writes to Martin, who answers in a tab of his own.
  const question = `Peut-on arriver à midi ? (${number})`
  const answer = `Avec plaisir, comme toujours. (${number})`
  await page
    .locator('main')
    .getByRole('link', { name: t.trip.write(ROLE_NAMES.owner) })
    .click()
  await page.getByPlaceholder(accounts.inbox.write).fill(question)
  await page.getByRole('button', { name: accounts.inbox.send }).click()
  await ticked(page, t.tour.steps.write)
  const martin = await openTab(page, t.tour.steps.answer, problems)
  await martin.getByRole('link', { name: 'Camille' }).click()
  await martin.locator('.thread').getByText(question).waitFor()
  await page.locator('.with .face.online').waitFor()
  await martin.getByPlaceholder(accounts.inbox.write).fill(answer)
  await page.getByText(accounts.inbox.typing(ROLE_NAMES.owner)).waitFor()
  await martin.getByRole('button', { name: accounts.inbox.send }).click()
  await page.locator('.thread').getByText(answer).waitFor()
  await martin.locator('.thread').getByText(accounts.inbox.read).waitFor()
  await ticked(page, t.tour.steps.answer)

  // Sophie gives something back.
  const sophie = await openTab(page, t.tour.steps.refund, problems)
  await sophie.getByLabel(office.support.find).fill(String(number))
  await sophie.getByRole('button', { name: office.support.go }).click()
  await sophie.locator(`a[href="/trips/${number}"]`).click()
  await sophie.getByText(office.desk.refundPart, { exact: true }).click()
  const refund = sophie.locator('details').filter({ hasText: office.desk.refundPart })
  await refund.getByLabel(office.desk.amount).fill('20')
  await refund.getByLabel(office.desk.reason).fill('Piscine fermée')
  await sophie.getByRole('button', { name: office.desk.refundGo, exact: true }).click()
  await confirm(sophie)
  await sophie.getByRole('status').getByText(office.desk.refundAsked).waitFor()
  await ticked(page, t.tour.steps.refund)

  // Opens what the service has written to Camille, and goes where the button of the mail leads.
  await page.bringToFront()
  await page.locator('.menu summary').click()
  await page.getByRole('link', { name: t.nav.mail }).click()
  await page.locator('.letter').filter({ hasText: CONFIRMED[locale] }).first().click()
  const letter = page.frameLocator('iframe')
  await letter.locator(`a[href*="/trips/${number}"]`).first().click()
  await page.waitForURL(new RegExp(`/trips/${number}$`))
  await page.getByText(labels.payment_status.partially_refunded, { exact: true }).first().waitFor()

  await reviewOne(page, demo, t)
  expect(problems.flat()).toEqual([])
}

/** Camille says what she thinks of a stay that is over; in a second tour she has said so. */
async function reviewOne(page: Page, demo: Demo, t: Texts): Promise<void> {
  const token = await demo.tokenOf('camille')
  const { data: over } = await demo.get('/reservations?status=completed&per_page=100', token)
  const stays = await Promise.all(over.map(({ id }: { id: number }) => demo.get(`/reservations/${id}`, token)))
  const open = stays.find(({ data }) => data.actions.includes('review'))
  if (!open) return
  await page.goto(`${demo.url}/trips/${open.data.id}`)
  await page.getByLabel(t.trip.stars(4)).check()
  await page.getByLabel(t.trip.content).fill('Une belle semaine.')
  await page.getByRole('button', { name: t.trip.publish }).click()
  await page.getByRole('status').getByText(t.saved).waitFor()
  await page.goto(`${demo.url}/homes/${open.data.property_id}`)
  await page.getByText('Une belle semaine.').waitFor()
}
