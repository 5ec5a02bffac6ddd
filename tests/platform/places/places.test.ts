import { describe, expect } from 'vitest'
import { PARIS, test } from '../../support/app.ts'

describe('reference data', () => {
  test('GET /hi greets in two languages', async ({ t }) => {
    const french = await t.call('GET', '/hi')
    expect([french.status, french.body]).toEqual([200, { success: true, message: 'Bonjour ! Bienvenue chez Séjour.' }])
    const languageOf = async (header: string) =>
      (await t.call('GET', '/hi', undefined, { headers: { 'accept-language': header } })).body.message.slice(0, 5)
    expect(await languageOf('en')).toBe('Hello')
    expect(await languageOf('de, en;q=0.8, fr;q=0.5')).toBe('Hello')
    expect(await languageOf('fr-CA, en;q=0.9')).toBe('Bonjo')
    expect(await languageOf('zz;;q=,')).toBe('Bonjo')
  })

  test('countries are those of ISO 3166-1, by name', async ({ t }) => {
    const { body } = await t.call('GET', '/get-countries')
    expect(body.data.length).toBeGreaterThanOrEqual(249)
    expect(body.data.find((country: { id: string }) => country.id === 'DE')).toEqual({
      id: 'DE',
      iso3: 'DEU',
      name: 'Allemagne',
      name_fr: 'Allemagne',
      name_en: 'Germany',
      phone_code: '+49',
      currency: 'EUR',
      continent: 'Europe',
    })
    const names = body.data.map((country: { name: string }) => country.name)
    expect(names.indexOf('Égypte')).toBeLessThan(names.indexOf('Finlande'))
  })

  test('cities come largest first, by page and by a part of their name', async ({ t }) => {
    const { body } = await t.call('GET', '/get-cities/FR?per_page=3')
    expect(body.data.map((city: { name: string }) => city.name)).toEqual(['Paris', 'Marseille', 'Lyon'])
    expect(body.data[0]).toMatchObject({ id: PARIS, country_id: 'FR', timezone: 'Europe/Paris' })
    expect(body.meta.last_page).toBe(Math.ceil(body.meta.total / 3))
    expect(
      (await t.call('GET', '/get-cities/fr?q=orleans')).body.data.map((city: { name: string }) => city.name),
    ).toEqual(['Orléans'])
    expect((await t.call('GET', '/get-cities/XX')).status).toBe(404)
    expect((await t.call('GET', `/get-cities/${'x'.repeat(200)}`)).status).toBe(404)
    expect((await t.call('GET', '/get-cities/FR?page=x')).status).toBe(400)
  })

  test('neighborhoods belong to their city', async ({ t }) => {
    const { body } = await t.call('GET', '/get-neighborhoods/2995469')
    expect(body.data.length).toBeGreaterThan(20)
    expect(body.data).toContainEqual(expect.objectContaining({ name: 'Saint-Jérôme', city_id: '2995469' }))
    expect(new Set(body.data.map(({ city_id }: { city_id: string }) => city_id)).size).toBe(1)
    expect((await t.call('GET', '/get-neighborhoods/0')).status).toBe(404)
  })
})
