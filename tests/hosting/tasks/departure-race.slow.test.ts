import { expect } from 'vitest'
import { inDays, test } from '../../support/app.ts'
import { expectHomesInStep } from '../../support/booking.ts'
import { change, changeable } from '../../support/changes.ts'
import { changeTask, tasksOf } from '../../support/tasks.ts'
import { joins } from '../../support/team.ts'

/** Cleanings change while their stays do. */

const EXPECTED = new Set([200, 400, 409])

test('a cleaning is one, at the home and after the days of its stay, whatever happens at once', async ({ t }) => {
  for (let round = 0; round < 4; round++) {
    const { owner, guest, id, home, other, from } = await changeable(t, { from: 30 })
    const cleaner = await joins(t, owner, 'cleaner')
    const own = async () =>
      (await tasksOf(t, owner, '?per_page=100')).filter((one: { reservation_id: number }) => one.reservation_id === id)
    const [task] = await own()
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) =>
        change(t, owner, id, { property_id: index % 2 ? home : other, check_out: inDays(from + 2 + (index % 5)) }),
      ),
      ...Array.from({ length: 8 }, (_, index) => changeTask(t, owner, task.id, { closes_days: index % 3 })),
      ...Array.from({ length: 4 }, () => changeTask(t, owner, task.id, { assignee_id: cleaner.id })),
      t.call('DELETE', `/team/${cleaner.member_id}`, undefined, owner),
    ])
    expect(answers.map(({ status }) => status).filter((status) => !EXPECTED.has(status))).toEqual([])
    const { data: stay } = (await t.call('GET', `/reservations/${id}`, undefined, owner)).body
    const tasks = await own()
    expect(tasks).toHaveLength(1)
    expect(tasks[0]).toMatchObject({
      ...{
        id: task.id,
        property_id: stay.property.id,
        day: stay.check_out,
        departs_on: stay.check_out,
        assignee: null,
      },
    })
    const closed = await t.db<{ property_id: string; start_date: string }[]>`
      select property_id, start_date from closures where task_id = ${task.id}`
    for (const closure of closed) expect(closure).toEqual({ property_id: stay.property.id, start_date: stay.check_out })
    await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    expect(await own()).toEqual([])
    await expectHomesInStep(t)
  }
})
