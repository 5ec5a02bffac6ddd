import { describe, expect } from 'vitest'
import { KEY_SCOPES } from '../../../src/accounts/scopes.ts'
import { LINK_SCOPES, type LinkScope } from '../../../src/bookings/states/stay-link.ts'
import { type TestApp, test } from '../../support/app.ts'
import { decide, describeArrival, setCode } from '../../support/arrivals.ts'
import { makeKey } from '../../support/keys.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, linksOf, read } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

/** Parts of the page, and the scopes that each needs. */
const PARTS: [string, LinkScope[], (page: Record<string, unknown>) => unknown][] = [
  ['guest_name', ['guests.read'], ({ guest_name }) => guest_name],
  ['money', ['payments.read'], ({ money }) => money],
  ['messages', ['messages.read'], ({ messages }) => messages],
  ['words of a request', ['messages.read'], ({ change_request }) => (change_request as { message: unknown }).message],
  ['arrival', ['reservations.write'], ({ arrival }) => arrival],
  [
    'code of the door',
    ['reservations.write', 'access_codes.write'],
    ({ arrival }) => (arrival as { access_code: { code: unknown } } | null)?.access_code.code,
  ],
  ['travellers', ['register.write'], ({ travellers }) => travellers],
  ['cancellation', ['reservations.write'], ({ cancellation }) => cancellation],
  ['may_change', ['reservations.write'], ({ may_change }) => may_change || undefined],
  ['sharing', ['access_codes.write'], ({ sharing }) => sharing],
]

/** Forms of the page, and the scope that it needs. */
const FORMS: [method: 'GET' | 'POST', path: string, LinkScope, body?: object][] = [
  ['POST', 'messages', 'messages.write', { content: 'Hello' }],
  ['POST', 'change-requests', 'reservations.write', { adults: 2 }],
  ['POST', 'cancel', 'reservations.write', { code: '12' }],
  ['POST', 'sharing', 'access_codes.write', { shares_code: true }],
  ['GET', 'guests', 'register.write'],
  ['POST', 'guests', 'register.write', { travellers: [{ nationality: 'FR' }] }],
  ['POST', 'guests/read', 'register.read', { code: '12' }],
]

/** A stay whose page has everything that a page may have. */
async function furnished(t: TestApp) {
  const stay = await bookedByHand(t)
  const { owner, home, id, link } = stay
  await describeArrival(t, owner, home)
  await setCode(t, owner, id)
  await decide(t, owner, id, 'released')
  await t.call('POST', `${link}/change-requests`, { adults: 1, message: 'Alone' })
  await writeToGuest(t, owner, id, { content: 'Welcome' })
  return stay
}

async function opens(t: TestApp, link: string, scopes: readonly string[]) {
  const page = await read(t, link)
  expect(page.scopes).toEqual(LINK_SCOPES.filter((scope) => scopes.includes(scope)))
  for (const [name, needed, part] of PARTS) {
    const isThere = part(page) !== null && part(page) !== undefined
    expect([name, scopes, isThere]).toEqual([name, scopes, needed.every((scope) => scopes.includes(scope))])
  }
  for (const [method, path, scope, body] of FORMS) {
    const { status, body: answer } = await t.call(method, `${link}/${path}`, body)
    const isRefused = status === 403 && answer.code === 'scope_missing' && answer.data.scope === scope
    expect([path, scopes, isRefused, status < 500]).toEqual([path, scopes, !scopes.includes(scope), true])
  }
  for (const wanted of [undefined, 'travellers']) {
    const scope = wanted ? 'register.read' : 'reservations.write'
    const { status } = await t.call('POST', `${link}/codes${wanted ? `?for=${wanted}` : ''}`)
    expect([wanted, scopes, status === 403]).toEqual([wanted, scopes, !scopes.includes(scope)])
  }
  await t.db`delete from attempt_counters where key like 'stay-mail %'`
}

describe('the link of a stay opens no more than whoever fetches it may', () => {
  const ALONE = LINK_SCOPES.map((scope) => [scope])
  const WITHOUT = LINK_SCOPES.map((scope) => LINK_SCOPES.filter((other) => other !== scope))

  const CASES = [[], ...ALONE, ...WITHOUT, [...LINK_SCOPES]].map((scopes) => ({ scopes }))

  test.for(CASES)('a key with $scopes', async ({ scopes }, { t }) => {
    const { owner, id } = await furnished(t)
    const key = await makeKey(t, owner, { scopes: ['reservations.read', ...scopes] })
    const answer = await t.call('GET', `/reservations/${id}/link`, undefined, key)
    expect(answer.body.data.scopes).toEqual(LINK_SCOPES.filter((scope) => scopes.includes(scope)))
    const links = await linksOf(t, key, id)
    await opens(t, links.link, scopes)

    // The page for fellow travellers has no more of it either, also once it shows the code.
    await t.db`update reservations set shares_code = true where id = ${id}`
    const travel = await read(t, links.travel)
    const hasArrival = scopes.includes('reservations.write')
    expect(travel).toMatchObject({ view: 'travel', money: null, messages: null, travellers: null, sharing: null })
    expect(travel.arrival !== null).toBe(hasArrival)
    expect(travel.arrival?.access_code.code ?? null).toBe(
      hasArrival && scopes.includes('access_codes.write') ? '4711#' : null,
    )
    const { body } = await t.call('GET', links.link, undefined, { headers: { accept: 'text/html' }, locale: 'en' })
    expect(/Ada Lovelace/.test(body)).toBe(scopes.includes('guests.read'))
  })

  test('an owner and a guest with everything, a member of the team with their role, and no one without the stay', async ({
    t,
  }) => {
    const { owner, home, id, link } = await furnished(t)
    await opens(t, (await linksOf(t, owner, id)).link, LINK_SCOPES)
    await opens(t, link, LINK_SCOPES)
    const accountant = await joins(t, owner, 'accountant')
    const { scopes } = await read(t, (await linksOf(t, accountant, id)).link)
    expect(scopes).toContain('payments.read')
    expect(scopes).not.toContain('reservations.write')
    const other = await t.home(owner)
    const elsewhere = await makeKey(t, owner, { property_ids: [other] })
    const here = await makeKey(t, owner, { property_ids: [home], scopes: KEY_SCOPES })
    expect((await t.call('GET', `/reservations/${id}/link`, undefined, elsewhere)).status).toBe(404)
    expect((await t.call('GET', `/reservations/${id}/link`, undefined, here)).status).toBe(200)
  })
})
