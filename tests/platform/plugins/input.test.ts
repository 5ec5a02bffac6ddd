import { describe, expect } from 'vitest'
import { alone, inDays, test } from '../../support/app.ts'
import { scene, stay } from '../../support/booking.ts'

const TEXT = 'Texte invalide : caractère impossible.'
const NUMBER = 'Nombre invalide.'

describe('text that no database keeps', () => {
  alone.for([
    ['half a surrogate pair', '"\\ud800"'],
    ['the other half', '"x\\udc00y"'],
    ['a pair the wrong way round', '"\\udc00\\ud800"'],
    ['a NUL character', '"\\u0000"'],
  ])('%s is a field error, wherever it stands', async ([_name, text], { t }) => {
    const { owner, home, guest } = await scene(t)
    const admin = await t.user({ role: 'admin' })
    const order = JSON.stringify(stay(home)).slice(0, -1)
    const requests = [
      ['POST', '/properties', `{"title":${text},"city_id":"2988507","base_price":1,"max_guests":1}`, owner, 'title'],
      ['PUT', `/properties/${home}`, `{"amenities":["wifi",${text}]}`, owner, 'amenities'],
      ['POST', '/policies/store', `{"type":"terms","title":"T","content":${text}}`, admin, 'content'],
      ['POST', '/reservations', `${order},"message":${text}}`, guest, 'message'],
      ['POST', '/auth/login', `{"login":${text},"password":"x"}`, guest, 'login'],
      ['PUT', '/user', `{"job":${text}}`, guest, 'job'],
      ['POST', '/quotes', `{"unknown":{"deep":[{${text}:1}]}}`, guest, 'unknown'],
      ['POST', '/quotes', text, guest, 'body'],
    ] as const
    for (const [method, url, body, user, field] of requests) {
      const answer = await t.call(method, url, body, user)
      const { [field]: said } = answer.body.data
      expect([answer.status, { [field]: said }], `${method} ${url}`).toEqual([400, { [field]: [TEXT] }])
    }
    expect(await t.db`select from reservations`).toHaveLength(0)
  })

  test('whole pairs are text like any other', async ({ t }) => {
    const { guest } = await scene(t)
    const changed = await t.call('PUT', '/user', '{"job":"\\ud83d\\ude00 😀"}', guest)
    expect(changed.body.data.job).toBe('😀 😀')
  })
})

describe('numbers', () => {
  const WRONG = [['2'], true, '0x2', '1e1', ' 2', '2 ', '', '+2', '２', 'Infinity', {}]

  test('are numbers, or plain decimal digits', async ({ t }) => {
    const { home, guest } = await scene(t)
    for (const adults of WRONG) {
      for (const [url, body] of [
        ['/quotes', { ...stay(home), adults }],
        ['/reservations', { ...stay(home), adults }],
      ] as const) {
        const answer = await t.call('POST', url, body, guest)
        expect([answer.status, answer.body.data], JSON.stringify(adults)).toEqual([400, { adults: [NUMBER] }])
      }
    }
    for (const adults of [2, '2']) expect((await t.call('POST', '/quotes', { ...stay(home), adults })).status).toBe(200)
  })

  test.for(['page', 'per_page', 'adults', 'children', 'bedrooms', 'price_min', 'lat', 'lng', 'radius_km'])(
    'so is %s in a query, once',
    async (field, { t }) => {
      const isMeasure = ['lat', 'lng', 'radius_km'].includes(field)
      const place = { lat: 'lng=2', lng: 'lat=48' }[field] ?? 'lat=48&lng=2'
      for (const text of ['0x2', isMeasure ? 'e1' : '1e1', '%202', '%2B2', 'true', 'Infinity', '1e', '.5', '5.']) {
        const answer = await t.call('GET', `/properties/search?${place}&${field}=${text}`)
        expect([answer.status, answer.body.data], text).toEqual([400, { [field]: [NUMBER] }])
      }
      // One that is empty is absent.
      expect((await t.call('GET', `/properties/search?${field}=`)).status).toBe(200)
      const twice = await t.call('GET', `/properties/search?${field}=2&${field}=2&lng=2`)
      expect([twice.status, Object.keys(twice.body.data)]).toEqual([400, [field]])
    },
  )

  test('are taken as JavaScript writes them where they measure places', async ({ t }) => {
    for (const query of [
      'bbox=2.2243309020996094,48.81558984523177,2.4697875976562504,48.90208616102155',
      'bbox=-1e-7,-5e-324,1e-7,1.5e%2B1',
      'lat=48.856600000000004&lng=2.3398000000000003&radius_km=1.2345678901234567',
      'lat=1e-7&lng=-1.2345678901234567e-7',
    ])
      expect((await t.call('GET', `/properties/search?${query}`)).status, query).toBe(200)
    for (const query of ['lat=1e3&lng=2', 'lat=1e999&lng=2', 'lat=1&lng=2&radius_km=1e3'])
      expect((await t.call('GET', `/properties/search?${query}`)).status, query).toBe(400)
  })

  test('so are the corners of a box', async ({ t }) => {
    expect((await t.call('GET', '/properties/search?bbox=2.3,48.8,2.4,48.9')).status).toBe(200)
    for (const box of ['0x2,48,3,49', '2,48,3,', '2, 48,3,49', '1e,48,3,49', '1e999,48,3,49', '2,48,3,49,5'])
      expect((await t.call('GET', `/properties/search?bbox=${encodeURIComponent(box)}`)).status, box).toBe(400)
    const dates = `check_in=${inDays(3)}&check_out=${inDays(4)}`
    expect((await t.call('GET', `/properties/search?${dates}&price_min=1.50&price_max=2000`)).status).toBe(200)
    for (const price of ['1,50', '1.5e1', '-1'])
      expect((await t.call('GET', `/properties/search?price_min=${price}`)).status, price).toBe(400)
  })
})
