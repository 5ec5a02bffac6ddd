import { describe, expect } from 'vitest'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { enOffice } from '../../clients/window/src/texts/en-office.ts'
import { PDF } from '../support/attachments.ts'
import { hasBrowser } from '../support/browser.ts'
import { changeable } from '../support/changes.ts'
import { test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('the composer of a company', () => {
  test('begins with a template, sends a file, and has the stay beside it', async ({ t, window }) => {
    const { owner, guest, id } = await changeable(t)
    const texts = { fr: 'Bonjour {guest_name}', en: 'Hello {guest_name}' }
    await t.call('POST', '/message-templates', { name: 'Welcome', trigger: 'arrival', days: -3, texts }, owner)
    await t.call(
      'POST',
      '/messages',
      { receiver_id: owner.id, content: 'Where is the key?', reservation_id: id },
      guest,
    )
    const page = await window.open(`/conversations/${id}`, owner)
    await page.locator('.ofStay').getByRole('link', { name: enOffice.inbox.seeStay }).waitFor()
    await page.getByRole('button', { name: enOffice.inbox.template }).press('Enter')
    await page.getByRole('button', { name: 'Welcome' }).press('Enter')
    const field = page.getByLabel(enAccounts.inbox.write)
    await expect.poll(() => field.inputValue()).toMatch(/^(Bonjour|Hello) \w+/)
    await expect.poll(() => field.evaluate((element) => document.activeElement === element)).toBe(true)
    await page.reload()
    await expect.poll(() => field.inputValue()).toMatch(/^(Bonjour|Hello) \w+/)
    await field.fill('')
    await page
      .getByLabel(enAccounts.inbox.attach)
      .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) })
    await page.getByText(enAccounts.inbox.attached('plan.pdf')).waitFor()
    await page.getByRole('button', { name: enAccounts.inbox.send, exact: true }).click()
    await page.locator('.thread .mine').getByRole('link', { name: 'plan.pdf' }).waitFor()
    const { data } = (await t.call('GET', `/messages/${owner.id}`, undefined, guest)).body
    expect(data[0].attachment_file.name).toBe('plan.pdf')
  })
})
