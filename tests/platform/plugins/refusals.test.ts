import { describe, expect } from 'vitest'
import { PARIS, type TestApp, test } from '../../support/app.ts'
import { scene, stay } from '../../support/booking.ts'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a refusal', () => {
  test('names what is wrong for programs, and says it for people in both languages', async ({ t }) => {
    const owner = await t.user()
    const post = async (locale: 'fr' | 'en') =>
      (
        await t.call(
          'POST',
          '/properties',
          {
            title: 'x',
            city_id: PARIS,
            base_price: -1,
            max_guests: 51,
            currency: 'JPY',
            bedrooms: 1.5,
            instant_book: 'yes',
          },
          { ...owner, locale },
        )
      ).body
    const french = await post('fr')
    expect(french).toMatchObject({ success: false, code: 'validation' })
    expect(french.errors).toEqual({
      base_price: [{ code: 'too_low', limit: 0 }],
      max_guests: [{ code: 'too_high', limit: 50 }],
      currency: [{ code: 'not_one_of', values: expect.arrayContaining(['EUR']) }],
      bedrooms: [{ code: 'not_whole' }],
      instant_book: [{ code: 'not_boolean' }],
    })
    expect(french.data.max_guests).toEqual(['Au plus 50.'])
    const english = await post('en')
    expect(english.errors).toEqual(french.errors)
    expect(english.data).toMatchObject({ max_guests: ['At most 50.'], bedrooms: ['Expected a whole number.'] })
  })

  test('has no word of the validator, whatever is wrong', async ({ t }) => {
    const { guest, owner, home } = await scene(t)
    const bodies: [string, string, unknown, { token: string }?][] = [
      ['POST', '/auth/login', { login: 7, password: {} }],
      ['POST', '/auth/resend-verification', { email: 'x' }],
      ['POST', '/quotes', { ...stay(home), adults: 99, check_in: '2027-02-30' }],
      ['POST', '/messages', { receiver_id: 'x', content: 'y'.repeat(5_001) }, guest],
      [
        'PUT',
        `/properties/${home}`,
        { amenities: 'wifi', weekend_days: [9], check_in_time: '25:00', title: '' },
        owner,
      ],
      ['PUT', '/notifications/settings', { email_notifications: 'no' }, guest],
      ['GET', '/properties/search?radius_km=-1&lat=91&lng=x&sort=up&per_page=1000&bbox=1,2', undefined],
      ['GET', `/reservations?status=lost&from=x&q=${'x'.repeat(200)}`, undefined, guest],
    ]
    for (const [method, path, body, user] of bodies) {
      const { status, body: answer } = await t.call(method, path, body, { ...user, locale: 'en' })
      expect([status, answer.code], path).toEqual([400, 'validation'])
      expect(Object.keys(answer.errors), path).toEqual(Object.keys(answer.data))
      expect(JSON.stringify(answer.data), path).not.toMatch(
        /expected (string|number|int)|received|>=|<=|Invalid option|Too small|Too big|regex|pattern/,
      )
      for (const problems of Object.values<{ code: string }[]>(answer.errors))
        for (const { code } of problems) expect(code).toMatch(/^[a-z_]+$/)
    }
  })

  test('of the rules of a home says each of them, with its limit', async ({ t }) => {
    const { guest, home } = await scene(t, { min_stay: 5, max_guests: 2, lead_time_days: 60, booking_window_days: 365 })
    const { status, body } = await t.call('POST', '/reservations', { ...stay(home), adults: 4 }, guest)
    expect([status, body.errors]).toEqual([
      400,
      {
        adults: [{ code: 'too_many_guests', limit: 2 }],
        check_in: [{ code: 'lead_time', limit: 60 }],
        check_out: [{ code: 'min_stay', limit: 5 }],
      },
    ])
    const quote = (await t.call('POST', '/quotes', stay(home))).body.data
    expect(quote).toMatchObject({ available: true, bookable: false })
  })

  test('of taken nights is a violation of the quote as well', async ({ t }) => {
    const { guest, home } = await scene(t)
    expect((await t.call('POST', '/quotes', stay(home))).body.data).toMatchObject({ bookable: true, violations: [] })
    await t.call('POST', '/reservations', stay(home), guest)
    const { data } = (await t.call('POST', '/quotes', stay(home), { locale: 'en' })).body
    expect(data).toMatchObject({
      available: false,
      bookable: false,
      violations: [{ code: 'dates_taken', field: 'check_in', message: 'This home is not free on these dates.' }],
    })
  })
})

describe('a browser', () => {
  const open = (t: TestApp, path: string, headers: Record<string, string> = HTML) =>
    t.call('GET', path, undefined, { headers })

  test('gets a page for what is not there, and everybody else JSON', async ({ t }) => {
    for (const path of ['//nowhere', '/nowhere', '/pay/00000000-0000-7000-8000-000000000000', '/confirmations/x']) {
      const page = await open(t, path)
      expect([page.status, page.headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.body).toContain('Retour à Séjour')
      for (const accept of ['*/*', 'application/json'])
        expect((await open(t, path, { accept })).body, path).toMatchObject({ code: 'not_found' })
    }
  })

  test('gets a page for a verification, good or bad', async ({ t }) => {
    const user = await t.user({ verified: false })
    await t.call('POST', '/auth/resend-verification', { email: user.email })
    await t.drain()
    const [mail] = await t.mails(user.email)
    const [link = ''] = /http\S+verify-email\S+/.exec(mail?.text ?? '') ?? []
    expect((await open(t, link)).body).toContain('Adresse confirmée')
    const again = await open(t, link)
    expect([again.status, again.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })
})

test('answers say their language, and HEAD of the start page is served', async ({ t }) => {
  const french = await t.call('GET', '/hi')
  const english = await t.call('GET', '/hi', undefined, { locale: 'en' })
  expect([french.headers['content-language'], english.headers['content-language']]).toEqual(['fr', 'en'])
  expect((await t.app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
  const preflight = await t.call('GET', '/hi', undefined, { headers: { origin: 'http://localhost:5173' } })
  expect(preflight.headers['access-control-expose-headers']).toContain('x-ratelimit-remaining')
})
