import { expect } from 'vitest'
import { test } from '../../support/app.ts'

test('a front end reads public keys, languages, currencies and limits, and no secret', async ({ t }) => {
  const { status, body, headers } = await t.call('GET', '/config')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    payments: { provider: 'stripe', publishable_key: null },
    realtime: { key: 'sejour-key' },
    languages: ['fr', 'en'],
    currencies: expect.arrayContaining(['EUR']),
    limits: {
      image_bytes: 5 * 1024 * 1024,
      attachment_bytes: 10 * 1024 * 1024,
      photos_per_home: 30,
      nights_per_stay: 1_096,
      calendar_days: 731,
      per_page: 100,
      message_characters: 5_000,
      requests_per_minute: expect.any(Number),
    },
  })
  expect(headers['cache-control']).toContain('public')
  expect(JSON.stringify(body)).not.toMatch(/sk_test|whsec|secret/)
})

test('values have names in the language of the reader', async ({ t }) => {
  const french = (await t.call('GET', '/labels')).body.data
  const english = (await t.call('GET', '/labels', undefined, { locale: 'en' })).body.data
  expect([french.reservation_status.pending, english.reservation_status.pending]).toEqual([
    'En attente de paiement',
    'Awaiting payment',
  ])
  const keysOf = (labels: Record<string, Record<string, string>>) =>
    Object.entries(labels).map(([name, values]) => [name, Object.keys(values)])
  expect(keysOf(french)).toEqual(keysOf(english))
  const amenities = (await t.call('GET', '/amenities', undefined, { locale: 'en' })).body.data
  expect(amenities).toContainEqual({ id: 'pool', name: 'Pool' })
})
