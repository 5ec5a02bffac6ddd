import { describe, expect } from 'vitest'
import { inDays } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { change, changeable } from '../../support/changes.ts'
import { addFeed, ical, publicPath, readShared, shared, test } from '../../support/feeds.ts'
import { shift } from '../../support/stays.ts'

/** Counts the rows of all. */
const alone = test.extend({ neighbours: false })

describe('the calendar for others', () => {
  alone('tells what is taken and nothing of guests, to whoever has its address', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { title: 'Maison, « bleue »' })
    const { reservation_id } = (await book(t, guest, stay(home, 10, 3))).body.data
    // Finished stays are no longer notified.
    await shift(t, (await book(t, guest, stay(home, 40))).body.data.reservation_id, -9)
    await t.db`update reservations set status = 'confirmed', hold_expires_at = null`
    await t.call(
      'POST',
      `/calendars/properties/${home}/close`,
      { start_date: inDays(20), end_date: inDays(21), reason: 'Chez Ada' },
      owner,
    )
    await book(t, guest, stay(home, 30, 2))
    await t.db`update reservations set hold_expires_at = now() - interval '1 second' where status = 'pending'`
    const { url, feeds } = await shared(t, owner, home)
    expect(url).toMatch(new RegExp(`^http://sejour.test/api/v1/calendars/properties/${home}/ical/[0-9a-f-]{36}\\.ics$`))
    expect(feeds).toEqual([])
    expect(await readShared(t, url)).toEqual([
      { uid: `reservation-${reservation_id}@${home}.sejour`, summary: 'Réservé', nights: [inDays(10), inDays(13)] },
      {
        uid: expect.stringMatching(`^closure-\\d+@${home}.sejour$`),
        summary: 'Indisponible',
        nights: [inDays(20), inDays(22)],
      },
    ])
    expect((await t.call('GET', publicPath(url))).body).not.toMatch(/Ada|Lovelace|example\.org/)
    expect(await readShared(t, url)).toEqual(await readShared(t, url))
  })

  test('counts the changes of a stay', async ({ t }) => {
    const { owner, home, other, id } = await changeable(t)
    const sequenceAt = async (shown: string) => {
      const { body } = await t.call('GET', publicPath((await shared(t, owner, shown)).url))
      const lines = String(body).split('\r\n')
      return lines.filter((line) => /^(UID|SEQUENCE)/.test(line))
    }
    expect(await sequenceAt(home)).toEqual([`UID:reservation-${id}@${home}.sejour`, 'SEQUENCE:0'])
    await change(t, owner, id, { check_out: inDays(33) })
    await change(t, owner, id, { check_out: inDays(33) })
    expect(await sequenceAt(home)).toContain('SEQUENCE:1')
    await change(t, owner, id, { property_id: other })
    expect(await sequenceAt(home)).toEqual([])
    expect(await sequenceAt(other)).toEqual([`UID:reservation-${id}@${other}.sejour`, 'SEQUENCE:2'])
  })

  test('has one address, which can be changed, and none once the home is gone', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { url } = await shared(t, owner, home)
    const fresh = (await t.call('POST', ical(home, '/token'), undefined, owner)).body.data.url
    expect(fresh).not.toBe(url)
    expect((await t.call('GET', publicPath(url))).status).toBe(404)
    expect(await readShared(t, fresh)).toEqual([])
    const other = await t.home(owner)
    expect((await t.call('GET', publicPath(fresh).replace(home, other))).status).toBe(404)
    for (const wrong of ['/x.ics', '/.ics', `/${home}.ics`, "/'.ics"])
      expect((await t.call('GET', ical(home, wrong))).status).toBe(404)
    expect((await t.call('GET', `${publicPath(fresh)}?except=x`)).status).toBe(400)
    await t.call('DELETE', `/properties/${home}`, undefined, owner)
    expect((await t.call('GET', publicPath(fresh))).status).toBe(404)
  })

  test('is its owner’s to see and to change', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    const { id } = (await addFeed(t, owner, home, platform.url)).body.data.feeds[0]
    for (const [method, path, body] of [
      ['GET', ical(home), undefined],
      ['POST', ical(home, '/token'), undefined],
      ['POST', ical(home, '/feeds'), { name: 'x', url: 'https://example.org/x.ics' }],
      ['POST', ical(home, `/feeds/${id}/import`), undefined],
      ['DELETE', ical(home, `/feeds/${id}`), undefined],
    ] as const) {
      expect((await t.call(method, path, body)).status).toBe(401)
      expect((await t.call(method, path, body, guest)).status).toBe(403)
      const nowhere = path.replace(home, '01980000-0000-7000-8000-000000000000')
      expect((await t.call(method, nowhere, body, owner)).status).toBe(404)
    }
    const other = await t.home(owner)
    expect((await t.call('DELETE', ical(other, `/feeds/${id}`), undefined, owner)).status).toBe(404)
    expect((await t.call('POST', ical(other, `/feeds/${id}/import`), undefined, owner)).status).toBe(404)
    expect((await shared(t, owner, home)).feeds).toHaveLength(1)
  })
})
