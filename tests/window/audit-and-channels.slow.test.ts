import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enOffice as o } from '../../clients/window/src/texts/en-office.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { joins } from '../support/team.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('the back office of a company', () => {
  test('finds who did what by person and by day, as an address that can be kept', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const manager = await joins(t, owner, 'manager')
    await t.db`update users set first_name = 'Mina' where id = ${manager.id}`
    await t.call('PUT', `/properties/${home}`, { base_price: 150 }, owner)
    await t.call('PUT', `/properties/${home}`, { base_price: 160.5 }, manager)
    const page = await window.open('/audit', owner)
    const prices = page.locator('.list li').filter({ hasText: `${o.audit.subjects.property}: ${o.audit.verbs.prices}` })
    await prices.nth(1).waitFor()
    expect(await prices.count()).toBe(2)
    await page.getByLabel(o.audit.person).selectOption('Mina')
    await page.getByLabel(o.audit.person).focus()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: o.audit.find }).press('Enter')
    await page.waitForURL(`**/audit?person=${manager.id}`)
    await page.locator('main[aria-busy=false] .list').waitFor()
    expect(await prices.allInnerTexts()).toEqual([expect.stringContaining('base price: 150.00 → 160.50')])
    await page.goto(`${new URL(page.url()).origin}/audit?day=2020-01-01`)
    await page.getByText(o.audit.none).waitFor()
    expect(await page.getByLabel(o.audit.day).inputValue()).toBe('2020-01-01')
  })

  test('connects a home with its property at the channel manager, and parts them again', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    await t.db`insert into channel_properties (remote_property_id, owner_id) values ('remote-7', ${owner.id})`
    const page = await window.open('/channels', owner)
    await page.getByText(o.channels.unmapped).waitFor()
    await page.getByText(o.channels.free('remote-7')).waitFor()
    await page.getByLabel(o.channels.property).selectOption('remote-7')
    await page.getByRole('button', { name: o.channels.save }).press('Enter')
    await page.getByRole('status').getByText(en.saved).waitFor()
    await page.getByText(o.channels.states.pending).or(page.getByText(o.channels.states.registered)).first().waitFor()
    const mapped = async () =>
      (await t.call('GET', `/webhook/list?property_id=${home}`, undefined, owner)).body.data.map(
        (one: { remote_property_id: string | null }) => one.remote_property_id,
      )
    expect(await mapped()).toEqual(['remote-7'])
    await page.getByLabel(o.channels.property).selectOption('')
    const sent = page.waitForResponse((response) => response.url().endsWith('/update'))
    await page.getByRole('button', { name: o.channels.save }).click()
    expect((await sent).status()).toBe(200)
    expect(await mapped()).toEqual([null])
    await page.getByText(o.channels.free('remote-7')).waitFor()
  })
})
