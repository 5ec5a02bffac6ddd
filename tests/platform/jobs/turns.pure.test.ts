import { expect, test } from 'vitest'
import { Turns } from '../../../src/platform/jobs/turns.ts'

const priorities = (turns: Turns, party: string | undefined, jobs: number) =>
  Array.from({ length: jobs }, () => turns.priorityOf('mail.send', party))

test('a job of one account passes the many that another one has enqueued', () => {
  const turns = new Turns(() => 0)
  const many = priorities(turns, 'user 1', 1_000)
  expect([many[0], many[9], many[10], many.at(-1)]).toEqual([0, 0, -1, -99])
  expect(turns.priorityOf('mail.send', 'user 2')).toBe(0)
  expect(turns.priorityOf('refunds.send', 'user 1')).toBe(0)
})

test('an account that waits has its first turn again', () => {
  let now = 0
  const turns = new Turns(() => now)
  priorities(turns, 'user 1', 1_000)
  now = 25_000
  expect(turns.priorityOf('mail.send', 'user 1')).toBe(-50)
  now = 60_000
  expect(turns.priorityOf('mail.send', 'user 1')).toBe(0)
})

test('jobs of nobody in particular keep their order', () => {
  expect(new Set(priorities(new Turns(() => 0), undefined, 100))).toEqual(new Set([0]))
})

test('no number of callers is remembered for ever', () => {
  let now = 0
  const turns = new Turns(() => now)
  for (let index = 0; index < 30_000; index++) {
    now = index
    turns.priorityOf('mail.send', `10.0.0.${index}`)
  }
  expect(turns.size).toBeLessThanOrEqual(10_000)
})
