import { describe, expect } from 'vitest'
import { isZoneOf, zoneIn } from '../../../src/platform/places/zones.ts'
import { alone, PARIS, type TestApp, test } from '../../support/app.ts'

describe('the time zone of a place', () => {
  test('at a border is that of the country', () => {
    expect(zoneIn('FR', 48.86, 2.35)).toBe('Europe/Paris')
    expect(zoneIn('AS', 48.86, 2.35)).toBeUndefined()
    expect(isZoneOf('IN', 'Asia/Kolkata') && isZoneOf('IN', 'Asia/Calcutta')).toBe(true)
  })
})

describe('the time zone of a home', () => {
  const zoneOf = async (t: TestApp, home: string) => (await t.call('GET', `/properties/${home}`)).body.data.timezone

  test('is that of the nearest place of its country, where the point seems to lie in another one', async ({ t }) => {
    const owner = await t.user()
    expect(await zoneOf(t, await t.home(owner, { latitude: 43.08, longitude: -1.37 }))).toBe('Europe/Paris')
    // In Madrid, of a home that is in Paris by its city.
    expect(await zoneOf(t, await t.home(owner, { latitude: 40.42, longitude: -3.7 }))).toBe('Europe/Paris')
  })

  alone('is what its owner says, until the home is moved', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner, { timezone: 'America/Martinique' })
    const put = (body: object) => t.call('PUT', `/properties/${home}`, body, owner)
    expect(await zoneOf(t, home)).toBe('America/Martinique')
    await put({ title: 'x' })
    expect(await zoneOf(t, home)).toBe('America/Martinique')
    expect((await put({ timezone: 'Indian/Reunion' })).body.data.timezone).toBe('Indian/Reunion')
    expect((await put({ latitude: 48.85 })).body.data.timezone).toBe('Europe/Paris')
    expect((await put({ city_id: PARIS, timezone: 'Asia/Kolkata' })).body.data.timezone).toBe('Asia/Kolkata')
    for (const timezone of ['', 'Mars/Olympus', '+02:00', 'europe/paris', 'Europe/Paris; drop', 7, 'x'.repeat(5_000)]) {
      const refused = await put({ timezone })
      expect([timezone, refused.status, Object.keys(refused.body.data)]).toEqual([timezone, 400, ['timezone']])
    }
    expect(await zoneOf(t, home)).toBe('Asia/Kolkata')
    // Its days begin when they do there.
    const [row] =
      await t.db`select (now() at time zone timezone)::date = (now() at time zone 'Asia/Kolkata')::date as same from properties`
    expect(row?.same).toBe(true)
  })
})
