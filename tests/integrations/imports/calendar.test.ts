import { describe, expect } from 'vitest'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { calendar, closures, statuses } from '../../support/calendars.ts'
import { feed } from '../../support/feed.ts'
import { importFile, problemsIn } from '../../support/imports.ts'

const HEADER = 'property_id,date,from,to,price,min_stay,closed,reason'

const sceneWithFile = async (t: TestApp) => {
  const { owner, home, guest } = await scene(t)
  const file = [
    HEADER,
    `${home},,${inDays(10)},${inDays(16)},120,2,,`,
    `${home},${inDays(12)},,,150.5,,,`,
    `${home},${inDays(20)},,,,,true,works`,
    `${home},${inDays(21)},,,,,true,works`,
  ]
  return { owner, home, guest, file }
}

describe('days from a file', () => {
  test('are priced, closed and opened, and the same file again changes nothing', async ({ t }) => {
    const { owner, home, file } = await sceneWithFile(t)
    const trial = await importFile(t, owner, 'calendar', file, { isTrial: true })
    expect(trial.body.data).toEqual({
      ...{ dry_run: true, rows: 4, days: 9, changed: 9, unchanged: 0, problem_count: 0, problems: [] },
    })
    expect(await statuses(t, home, 20, 21)).toEqual(['available', 'available'])
    expect((await importFile(t, owner, 'calendar', file)).body.data).toMatchObject({ dry_run: false, changed: 9 })
    const shown = await calendar(t, home, 10, 21)
    expect(shown.map(({ price }) => price)).toEqual([120, 120, 150.5, 120, 120, 120, 120, 100, 100, 100, 100, 100])
    expect(await statuses(t, home, 19, 22)).toEqual(['available', 'closed', 'closed', 'available'])
    const closed = (await closures(t)).filter(({ reason }) => reason === 'works')
    expect(closed).toMatchObject([{ start_date: inDays(20), end_date: inDays(21) }])
    const { next } = await feed(t, owner)
    expect((await importFile(t, owner, 'calendar', file)).body.data).toMatchObject({ changed: 0, unchanged: 9 })
    expect((await feed(t, owner, next)).events).toEqual([])
    const open = [HEADER, `${home},${inDays(20)},,,,,false,`, `${home},${inDays(10)},,,120,2,false,`]
    expect((await importFile(t, owner, 'calendar', open)).body.data).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await statuses(t, home, 19, 22)).toEqual(['available', 'available', 'closed', 'available'])
  })

  test('are named by what the owner calls the home', async ({ t }) => {
    const { owner } = await scene(t)
    const homes = ['external_id,title,city_id,base_price,max_guests', 'A-1,T,2988507,100,2']
    const [{ property_id }] = (await importFile(t, owner, 'properties', homes)).body.data.homes
    const file = ['external_id,date,price', `A-1,${inDays(3)},77`]
    expect((await importFile(t, owner, 'calendar', file)).body.data).toMatchObject({ changed: 1 })
    expect((await calendar(t, property_id, 3, 3))[0]?.price).toBe(77)
  })

  test('are of homes of one’s own only, also for the staff', async ({ t }) => {
    const { home, file } = await sceneWithFile(t)
    for (const user of [await t.user(), await t.user({ role: 'admin' })]) {
      const { status, body } = await importFile(t, user, 'calendar', file)
      expect([status, problemsIn(body.data)]).toEqual([400, [2, 3, 4, 5].map((row) => [row, 'property_id', 'unknown'])])
    }
    expect((await calendar(t, home, 10, 10))[0]?.price).toBe(100)
  })

  test('that are sold are not closed, and nothing else is done', async ({ t }) => {
    const { owner, home, guest } = await sceneWithFile(t)
    await book(t, guest, stay(home, 31, 1))
    const rows = [30, 31, 32].map((day) => `${home},${inDays(day)},,,200,,true,`)
    const { status, body } = await importFile(t, owner, 'calendar', [HEADER, ...rows])
    expect([status, problemsIn(body.data)]).toEqual([400, [[3, null, 'reserved_days']]])
    expect((await calendar(t, home, 30, 30))[0]).toMatchObject({ price: 100, status: 'available' })
  })

  test('that are wrong are named, in every column', async ({ t }) => {
    const { owner, home } = await sceneWithFile(t)
    const names = ['external_id', 'property_id', 'date', 'from', 'to', 'price', 'cleaning_fee', 'extra_guest_fee']
    names.push('min_stay', 'max_stay', 'closed_to_arrival', 'closed_to_departure', 'closed', 'reason')
    const right: Record<string, string> = { property_id: home, date: inDays(5), price: '100' }
    const row = (cells: Record<string, string>) => names.map((name) => ({ ...right, ...cells })[name] ?? '').join()
    const wrong: [cells: Record<string, string>, column: string | null, code: string][] = [
      [{ external_id: 'x', property_id: '' }, 'external_id', 'unknown'],
      [{ external_id: 'x' }, 'external_id', 'which_home'],
      [{ property_id: '' }, 'property_id', 'which_home'],
      [{ property_id: 'x' }, 'property_id', 'unknown'],
      [{ date: '2027-02-30' }, 'date', 'invalid_date'],
      [{ from: inDays(4) }, 'date', 'day_or_days'],
      [{ date: '', from: 'x', to: inDays(4) }, 'from', 'invalid_date'],
      [{ date: '', from: inDays(4) }, 'to', 'required'],
      [{ date: '', from: inDays(4), to: inDays(3) }, 'to', 'date_range'],
      [{ price: '' }, 'price', 'one_required'],
      [{ price: '1 000' }, 'price', 'invalid_amount'],
      [{ cleaning_fee: 'x' }, 'cleaning_fee', 'invalid_amount'],
      [{ extra_guest_fee: '-1' }, 'extra_guest_fee', 'too_low'],
      [{ min_stay: '1.5' }, 'min_stay', 'not_whole'],
      [{ max_stay: 'x' }, 'max_stay', 'invalid_number'],
      [{ date: inDays(6), min_stay: '366' }, 'min_stay', 'too_high'],
      [{ date: inDays(7), max_stay: '2', min_stay: '3' }, 'max_stay', 'stay_range'],
      [{ closed_to_arrival: 'perhaps' }, 'closed_to_arrival', 'not_boolean'],
      [{ closed_to_departure: '2' }, 'closed_to_departure', 'not_boolean'],
      [{ closed: 'x' }, 'closed', 'not_boolean'],
      [{ reason: 'x'.repeat(256) }, 'reason', 'too_long'],
    ]
    const file = [names.join(), ...wrong.map(([cells]) => row(cells))]
    const { body } = await importFile(t, owner, 'calendar', file, { isTrial: true })
    expect(problemsIn(body.data)).toEqual(wrong.map(([, column, code], index) => [index + 2, column, code]))
    const long = [HEADER, `${home},${inDays(5)},,,,365,,`, `${home},${inDays(6)},,,100,,,`]
    await t.call('PUT', `/properties/${home}`, { max_stay: 10 }, owner)
    const impossible = await importFile(t, owner, 'calendar', long)
    expect([impossible.status, problemsIn(impossible.body.data)]).toEqual([400, [[2, 'min_stay', 'stay_range']]])
  })

  test('are at most so many', async ({ t }) => {
    const { owner, home } = await sceneWithFile(t)
    const rows = Array.from({ length: 20_001 }, () => `${home},${inDays(1)},,,1,,,`)
    expect((await importFile(t, owner, 'calendar', [HEADER, ...rows])).status).toBe(413)
    const years = [0, 1_000, 2_000, 3_000].map((from) => `${home},,${inDays(from)},${inDays(from + 999)},1,,,`)
    expect((await importFile(t, owner, 'calendar', [HEADER, ...years])).status).toBe(413)
  })
})
