import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Call, follows, judge, type Model } from '../../faults/check/linearizable.ts'
import { checkClients, checkCommits } from '../../faults/check/nights.ts'
import { NOTHING } from '../../faults/evidence.ts'
import type { Operation } from '../../faults/history.ts'
import { book, cancel, historyOf, night, reservation, transition } from './history.ts'

const rows = [1, 2].map((id) => reservation(id, 1, 3))
const found = (operations: Operation[], evidence = {}) =>
  checkClients(historyOf(operations), { ...NOTHING, reservations: rows, ...evidence }).map(({ kind }) => kind)

const at = (from: number, until: number) => ({ at: from, until })
const refused = (id: number, when: object) =>
  book(id, 2, 4, { ...when, outcome: 'refused', status: 409, code: 'taken', value: {} })

test('one night that is sold twice, one after the other or at once', () => {
  expect(found([book(1, 1, 3, at(0, 10)), book(2, 2, 4, at(20, 30))])).toEqual(['doubled'])
  expect(found([book(1, 1, 3, at(0, 30)), book(2, 2, 4, at(10, 20))])).toEqual(['doubled'])
  expect(found([book(1, 1, 3, at(0, 10)), book(2, 3, 4, at(20, 30))])).toEqual([])
})

test('a night that is sold again after a cancellation, and not before it', () => {
  const first = book(1, 1, 3, at(0, 10))
  expect(found([first, cancel(1, at(20, 30)), book(2, 2, 4, at(25, 40))])).toEqual([])
  expect(found([first, cancel(1, at(20, 30)), book(2, 2, 4, at(12, 18))])).toEqual(['doubled'])
})

test('a refusal of nights that were free all the time', () => {
  expect(found([refused(2, at(0, 10))])).toEqual(['wrong'])
  expect(found([book(1, 1, 3, at(0, 10)), refused(2, at(5, 15))])).toEqual([])
  expect(found([book(1, 1, 3, at(0, 10)), cancel(1, at(20, 30)), refused(2, at(40, 50))])).toEqual(['wrong'])
})

test('a booking without an answer counts when the database has it', () => {
  const unanswered = book(1, 1, 3, { ...at(0, 10), outcome: 'unknown', value: {} })
  expect(found([unanswered, refused(2, at(20, 30))])).toEqual([])
  expect(found([unanswered, refused(2, at(20, 30))], { reservations: [] })).toEqual(['wrong'])
})

test('a hold that the service has ended frees its nights', () => {
  const transitions = [{ ...transition(1, 1, 'expired', 'pending', 90_000), actor: 'system' }]
  const operations = [book(1, 1, 3, at(0, 10)), book(2, 2, 4, at(100_000, 100_010))]
  expect(found(operations, { transitions })).toEqual([])
  expect(found(operations)).toEqual(['doubled'])
})

test('two stays at once in the order of commits, though one has ended since', () => {
  const evidence = {
    ...NOTHING,
    reservations: [reservation(1, 1, 3, { status: 'cancelled' }), reservation(2, 2, 4)],
    nights: [night(2, 2, 4)],
  }
  const [first, second] = [transition(1, 1, 'pending'), transition(2, 2, 'pending')]
  const freed = (id: number) => transition(id, 1, 'cancelled', 'pending')
  const commits = (transitions: (typeof first)[]) => checkCommits({ ...evidence, transitions }).map(({ what }) => what)
  expect(commits([first, second, freed(3)])).toEqual(['reservations 1 and 2 had one night at once'])
  expect(commits([first, freed(2), { ...second, id: 3 }])).toEqual([])
})

test('two stays on one night in the end, and a stay without its nights', () => {
  const evidence = { ...NOTHING, reservations: [reservation(1, 1, 3), reservation(2, 2, 4)] }
  const what = (nights: ReturnType<typeof night>[]) => checkCommits({ ...evidence, nights }).map((each) => each.kind)
  expect(what([night(1, 1, 3), night(2, 2, 4)])).toEqual(['doubled'])
  expect(what([night(1, 1, 3)])).toEqual(['lost'])
})

/** A register that is written and read. */
const register: Model<number, { write?: number; read?: number }> = {
  initial: 0,
  step: (state, { write, read }) => write ?? (read === state ? state : undefined),
  isRead: ({ read }) => read !== undefined,
  nameOf: String,
}

/** True if some order of all calls fits, by trying each. */
function bruteForce(calls: Call<{ write?: number; read?: number }>[], state = 0): boolean {
  if (calls.length === 0) return true
  const earliest = Math.min(...calls.map(({ answered }) => answered))
  return calls.some((call, index) => {
    const next = call.invoked > earliest ? undefined : register.step(state, call.op)
    return next !== undefined && bruteForce(calls.toSpliced(index, 1), next)
  })
}

test('a known order of commits proves what the search would find, and no more', () => {
  const write = (value: number, invoked: number, answered: number) => ({ op: { write: value }, invoked, answered })
  const read = (value: number, invoked: number, answered: number) => ({ op: { read: value }, invoked, answered })
  const [first, second] = [write(1, 0, 10), write(2, 5, 15)]
  expect(follows(register, [first, second], [read(1, 8, 12), read(2, 20, 21), read(0, 0, 1)])).toBe(true)
  expect(follows(register, [second, first], [])).toBe(true)
  expect(follows(register, [write(2, 11, 15), first], [])).toBe(false)
  expect(follows(register, [first, second], [read(1, 16, 20)])).toBe(false)
  expect(follows(register, [first, second], [read(0, 11, 20)])).toBe(false)
})

test('a commit order in which a night is sold twice proves nothing', () => {
  const transitions = [transition(1, 1, 'pending'), transition(2, 2, 'pending')]
  expect(found([book(1, 1, 3, at(0, 10)), book(2, 2, 4, at(5, 30))], { transitions })).toEqual(['doubled'])
})

test('the search agrees with trying every order', () => {
  const call = fc.record({
    invoked: fc.nat(20),
    length: fc.nat(10),
    op: fc.oneof(fc.record({ write: fc.integer({ min: 1, max: 3 }) }), fc.record({ read: fc.nat(3) })),
  })
  const verdicts = new Set<boolean>()
  fc.assert(
    fc.property(fc.array(call, { maxLength: 7 }), (drawn) => {
      const calls = drawn.map(({ invoked, length, op }) => ({ op, invoked, answered: invoked + length }))
      const verdict = judge(register, calls)
      const expected = bruteForce(calls)
      verdicts.add(expected)
      expect(verdict !== 'undecided' && verdict.isLinearizable).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
  expect(verdicts.size).toBe(2)
})
