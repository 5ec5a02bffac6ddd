import { expect } from 'vitest'
import { inDays, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'

test('the same closure twice is one, and another reason another', async ({ t }) => {
  const { owner, home } = await scene(t)
  const close = (reason?: string) =>
    t.call(
      'POST',
      `/calendars/properties/${home}/close`,
      { start_date: inDays(5), end_date: inDays(8), ...(reason && { reason }) },
      owner,
    )
  const [first, second] = [await close(), await close()]
  expect([first.status, second.status, second.body.data]).toEqual([201, 201, first.body.data])
  expect((await close('Travaux')).body.data.id).not.toBe(first.body.data.id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => close('Peinture')))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
})

test('a season says which others it meets, and which of them applies', async ({ t }) => {
  const { owner, home } = await scene(t)
  const season = async (label: string, from: number, to: number, fields = {}) =>
    (
      await t.call(
        'POST',
        '/seasons-test',
        {
          property_id: home,
          season_libelle: label,
          season_start_date: inDays(from),
          season_end_date: inDays(to),
          season_reduction_percent: 10,
          ...fields,
        },
        owner,
      )
    ).body.data
  expect((await season('Année', 0, 300)).overlaps).toEqual([])
  const week = await season('Semaine', 10, 16)
  expect(week.overlaps).toMatchObject([{ season_libelle: 'Année', prevails: false }])
  const long = await season('Trimestre', 1, 90)
  expect(long.overlaps).toMatchObject([
    { season_libelle: 'Année', prevails: false },
    { season_libelle: 'Semaine', prevails: true },
  ])
  expect((await season('Séjours entiers', 1, 90, { season_reduction_policy: 'booking' })).overlaps).toEqual([])
})

test('a calendar says which days it shows, and how many it can', async ({ t }) => {
  const { home } = await scene(t)
  const url = `/calendars/properties/${home}/availability`
  expect((await t.call('GET', url)).body.meta).toEqual({ from: inDays(0), to: inDays(90), max_days: 731 })
  const { status, body } = await t.call('GET', `${url}?from=${inDays(0)}&to=${inDays(1_000)}`)
  expect([status, body.errors]).toEqual([400, { to: [{ code: 'period_too_long', limit: 731 }] }])
})
