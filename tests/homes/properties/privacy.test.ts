import { describe, expect } from 'vitest'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'

const EXACT = { latitude: 48.857322, longitude: 2.351472 }
const PUBLIC = { latitude: 48.857, longitude: 2.351 }
const CLOSELY = { address: '14 rue des Rosiers', ...EXACT }

/** A home whose owner has a phone. */
async function secretive(t: TestApp, fields: object = {}) {
  const made = await scene(t, { ...CLOSELY, ...fields })
  await t.db`update users set phone = '+33612345678' where id = ${made.owner.id}`
  return made
}

const read = async (t: TestApp, home: string, user?: TestUser) => {
  const { status, body } = await t.call('GET', `/properties/${home}`, undefined, user)
  return status === 200 ? body.data : status
}

const known = { ...CLOSELY, owner: { phone: '+33612345678' } }
const hidden = { ...PUBLIC, address: null, owner: { phone: null } }

describe('where a home stands', () => {
  test('its owner, the staff and guests of confirmed stays are told, others the neighbourhood', async ({ t }) => {
    const { owner, home, guest } = await secretive(t)
    const { body } = await book(t, guest, stay(home))
    const set = (status: string) =>
      t.db`update reservations set status = ${status}, hold_expires_at = null where id = ${body.data.reservation_id}`
    for (const reader of [undefined, await t.user(), guest, await t.user({ role: 'owner' })])
      expect(await read(t, home, reader)).toMatchObject(hidden)
    for (const reader of [owner, await t.user({ role: 'support' }), await t.user({ role: 'admin' })])
      expect(await read(t, home, reader)).toMatchObject(known)
    for (const [status, expected] of [
      ['confirmed', known],
      ['checked_in', known],
      ['completed', known],
      ['cancelled', hidden],
      ['expired', hidden],
      ['no_show', hidden],
    ] as const) {
      await set(status)
      expect(await read(t, home, guest), status).toMatchObject(expected)
    }
    const stranger = JSON.stringify(await read(t, home))
    expect(stranger).not.toMatch(/Rosiers|8573|3514|33612345678/)
  })

  isolated(
    'a guest of a confirmed stay still reads a home that has become a draft, a stranger does not',
    async ({ t }) => {
      const { owner, home, guest } = await secretive(t)
      const { body } = await book(t, guest, stay(home))
      await t.db`update reservations set status = 'confirmed', hold_expires_at = null where id = ${body.data.reservation_id}`
      await t.call('PUT', `/properties/${home}`, { status: 'draft' }, owner)
      expect(await read(t, home, guest)).toMatchObject(known)
      expect(await read(t, home, await t.user({ role: 'support' }))).toMatchObject(known)
      expect(await read(t, home)).toBe(404)
      expect(await read(t, home, await t.user())).toBe(404)
    },
  )

  isolated(
    'no list, search, box, radius or distance tells more, and the text of the address finds nothing',
    async ({ t }) => {
      const { home, guest } = await secretive(t)
      await t.call('POST', `/properties/${home}/favorite`, {}, guest)
      const near = `lat=${EXACT.latitude}&lng=${EXACT.longitude}`
      for (const list of ['public', 'popular', 'search', 'filter', 'get/favorites', 'favorites/search']) {
        const { body } = await t.call('GET', `/properties/${list}?${near}`, undefined, guest)
        expect(body.data, list).toHaveLength(1)
        expect(body.data[0]).toMatchObject(PUBLIC)
        expect(JSON.stringify(body)).not.toMatch(/Rosiers|8573|3514|33612345678/)
        // The distance is that of the public coordinates.
        expect(body.data[0].distance_km).toBeCloseTo(0.05, 2)
      }
      const count = async (query: string) => (await t.call('GET', `/properties/search?${query}`)).body.meta.total
      // A box or circle around the exact coordinates alone does not find it; around the public ones it does.
      const box = ({ latitude, longitude }: typeof EXACT) =>
        `bbox=${[longitude - 1e-5, latitude - 1e-5, longitude + 1e-5, latitude + 1e-5].join(',')}`
      expect([await count(box(EXACT)), await count(box(PUBLIC))]).toEqual([0, 1])
      const circle = ({ latitude, longitude }: typeof EXACT) => `lat=${latitude}&lng=${longitude}&radius_km=0.01`
      expect([await count(circle(EXACT)), await count(circle(PUBLIC))]).toEqual([0, 1])
      expect([await count('q=rosiers'), await count('q=14+rue'), await count('q=maison')]).toEqual([0, 0, 1])
    },
  )

  isolated('the public point follows the exact one', async ({ t }) => {
    const { owner, home } = await secretive(t, { latitude: -33.85678, longitude: -70.00049 })
    expect(await read(t, home)).toMatchObject({ latitude: -33.857, longitude: -70 })
    await t.call('PUT', `/properties/${home}`, EXACT, owner)
    expect(await read(t, home)).toMatchObject(PUBLIC)
  })
})
