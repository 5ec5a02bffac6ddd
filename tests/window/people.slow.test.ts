import { describe, expect } from 'vitest'
import { en } from '../../clients/window/src/texts/en.ts'
import { enAccounts } from '../../clients/window/src/texts/en-accounts.ts'
import { codeIn } from '../support/accounts.ts'
import { inDays, PASSWORD } from '../support/app.ts'
import { scene } from '../support/booking.ts'
import { complaintsOf, hasBrowser } from '../support/browser.ts'
import { reserved } from '../support/payments.ts'
import { asThemselves, invitationKey, invite, joins } from '../support/team.ts'
import { signInAs, test } from '../support/window.ts'

describe.skipIf(!hasBrowser)('the window', () => {
  test('lets somebody accept an invitation to a team', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const helper = await t.user({ locale: 'en' })
    await invite(t, owner, helper.email, 'desk', [home])
    const page = await window.open(`/invitations/${await invitationKey(t, helper.email)}`)
    await signInAs(page, helper)
    await page.getByText(enAccounts.invitation.roles.desk).waitFor()
    await page.getByRole('button', { name: enAccounts.invitation.accept, exact: true }).click()
    await page.getByText(enAccounts.invitation.accepted).waitFor()
    const team = (await t.call('GET', '/team', undefined, owner)).body.data
    expect(team).toMatchObject([{ user: { id: helper.id }, role: 'desk', property_ids: [home] }])
  })

  test('proves an address by the code of a mail where that is refused, and goes on with the invitation', async ({
    t,
    window,
  }) => {
    const { owner } = await scene(t)
    await t.call('PUT', '/company', { name: 'Blue Homes' }, owner)
    const helper = await t.user({ verified: false, locale: 'en' })
    await invite(t, owner, helper.email, 'accountant')
    const page = await window.open(`/invitations/${await invitationKey(t, helper.email)}`)
    await page.getByLabel(en.accounts.login).fill(helper.email)
    await page.getByLabel(en.accounts.password).fill(PASSWORD)
    await page.getByLabel(en.accounts.password).press('Enter')
    await page.getByRole('button', { name: enAccounts.profile.resend }).click()
    await page.getByRole('status').locator('.toast').waitFor()
    await t.drain()
    const codes = (await t.mails(helper.email)).map(({ text }) => codeIn(text)).filter(Boolean)
    await page.getByLabel(enAccounts.reset.code).fill(codes[0] ?? '')
    await page.getByRole('button', { name: enAccounts.security.confirm }).click()
    await page.getByRole('status').getByText(en.accounts.verified).waitFor()
    await signInAs(page, helper)
    await page.getByText(enAccounts.invitation.offer('Ada, Blue Homes')).waitFor()
    await page.getByRole('button', { name: enAccounts.invitation.accept, exact: true }).click()
    await page.getByText(enAccounts.invitation.accepted).waitFor()
  })

  test('takes the code of a mail in a conversation of somebody whose address is not proved', async ({ t, window }) => {
    const { owner, home } = await scene(t)
    const email = `manon${owner.id}@example.org`
    const to = encodeURIComponent(`/inbox/${owner.id}?home=${home}`)
    const page = await window.open(`/register?to=${to}`)
    const complaints = complaintsOf(page)
    await page.getByLabel(enAccounts.profile.firstName).fill('Manon')
    await page.getByLabel(enAccounts.profile.lastName).fill('Petit')
    await page.getByLabel(en.desk.email).fill(email)
    await page.getByLabel(enAccounts.register.username).fill(`manon${owner.id}`)
    await page.getByLabel(en.accounts.password).fill(PASSWORD)
    await page.getByRole('button', { name: enAccounts.register.go }).click()
    await page.getByLabel(enAccounts.reset.code).waitFor()
    await t.drain()
    const codes = (await t.mails(email)).map(({ text }) => codeIn(text)).filter(Boolean)
    await page.getByLabel(enAccounts.reset.code).fill(codes[0] ?? '')
    await page.getByRole('button', { name: enAccounts.security.confirm }).click()
    await page.getByPlaceholder(enAccounts.inbox.write).fill('Hello')
    await page.getByRole('button', { name: enAccounts.inbox.send }).click()
    await page.locator('.thread').getByText('Hello').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows a visitor without an account the whole price of a stay', async ({ t, window }) => {
    const { home } = await scene(t, { cleaning_fee: 60 })
    const page = await window.open(`/homes/${home}?check_in=${inDays(30)}&check_out=${inDays(33)}&adults=2`)
    await page.locator('.box .sum').waitFor()
    expect(await page.locator('.box dl').innerText()).toMatch(/€60\.00[\s\S]*€360\.00/)
    await page.locator('.box').getByRole('button', { name: en.home.signIn }).waitFor()
  })

  test('asks nothing for screens that are for others, and says so', async ({ t, window }) => {
    const { owner } = await scene(t)
    const desk = asThemselves(await joins(t, owner, 'desk'))
    const page = await window.open('/profile', desk)
    const complaints = complaintsOf(page)
    for (const screen of ['support', 'month', 'net', 'developers', 'company', 'channels', 'audit']) {
      await page.goto(`${window.url}/${screen}`)
      await page.getByText(en.missing).waitFor()
    }
    expect(complaints).toEqual([])
  })

  test('shows the page of a payment whose checkout the policy does not allow', async ({ t, window }) => {
    const { guest, id } = await reserved(t)
    const page = await window.open('/trips', guest)
    await page.route(`**/trips/${id}`, async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      const policy = headers['content-security-policy']?.replace(/form-action [^;]*/, "form-action 'none'") ?? ''
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
    })
    await page.route('**/pay/*', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Casa</h1>' }))
    await page.goto(`${window.url}/trips/${id}`)
    await page.locator('form[method=post] button').click()
    await page.waitForURL(/\/pay\//)
  })

  test('leads from a registration to its own screens alone', async ({ t, window }) => {
    const name = `manon${(await t.user()).id}`
    const page = await window.open(`/register?to=${encodeURIComponent('/\t/other.example/')}`)
    await page.getByLabel(enAccounts.profile.firstName).fill('Manon')
    await page.getByLabel(enAccounts.profile.lastName).fill('Petit')
    await page.getByLabel(en.desk.email).fill(`${name}@example.org`)
    await page.getByLabel(enAccounts.register.username).fill(name)
    await page.getByLabel(en.accounts.password).fill(PASSWORD)
    await page.getByRole('button', { name: enAccounts.register.go }).click()
    await page.waitForURL(`${window.url}/`)
    await page.goto(`${window.url}/?adults=3&amenities=wifi`)
    await page.locator('main[aria-busy=false] .count').waitFor()
    await page.goto(`${window.url}/bell`)
    await page.getByRole('link', { name: en.toSearch }).click()
    await page.waitForURL(`${window.url}/?adults=3&amenities=wifi`)
  })
})
