import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice as o } from '../../clients/window/src/texts/en-office.ts'
import { inDays } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { hasBrowser } from '../support/browser.ts'
import { asThemselves, joins } from '../support/team.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('a company in the window', () => {
  test('changes the role of a member, and takes that back', async ({ t, window }) => {
    const { owner } = await scene(t)
    const member = await joins(t, owner, 'desk')
    const page = await window.open('/team', owner)
    const roleNow = async () => (await t.call('GET', '/team', undefined, owner)).body.data[0].role
    await page.getByLabel(`${o.team.role} ${member.email}`).selectOption(enAccounts.invitation.roles.manager)
    await page.getByRole('status').getByText(en.saved).waitFor()
    expect(await roleNow()).toBe('manager')
    await page.getByRole('button', { name: en.undo }).click()
    await expect.poll(roleNow).toBe('desk')
  })

  test('finds homes by title and state, as an address', async ({ t, window }) => {
    const { owner } = await scene(t, { title: 'Moulin' })
    await t.home(owner, { title: 'Moulin neuf', status: 'draft' })
    await t.home(owner, { title: 'Phare' })
    const page = await window.open('/my-homes', owner)
    const rows = page.locator('.homeRow')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('searchbox').fill('moul')
    await page.getByRole('searchbox').press('Enter')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('link', { name: 'Draft', exact: true }).click()
    await rows.getByText('Moulin neuf').waitFor()
    expect(await rows.count()).toBe(1)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ q: 'moul', status: 'draft' })
  })

  test('marks a task without a network: it is sent when there is one, with the town of its home', async ({
    t,
    window,
  }) => {
    const { owner, home } = await scene(t)
    const task = { property_id: home, day: inDays(0), kind: 'other', note: 'Bring the crib' }
    const { id } = (await t.call('POST', '/tasks', task, owner)).body.data
    const member = asThemselves(await joins(t, owner, 'cleaner'))
    const page = await window.open('/tasks', member)
    await page.getByText('Paris', { exact: false }).first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: o.tasks.markDone }).click()
    await page.locator('.task').getByText(o.tasks.kept).waitFor()
    const isDone = async () => (await t.db`select done_at is not null as done from tasks where id = ${id}`)[0]?.done
    expect(await isDone()).toBe(false)
    await page.context().setOffline(false)
    await expect.poll(isDone).toBe(true)
    await page.locator('.task').getByText(o.tasks.done, { exact: true }).waitFor()
  })
})
