import { expect, test } from 'vitest'
import { checkPushes } from '../../faults/check/pushes.ts'
import { checkSettled } from '../../faults/check/settled.ts'
import { NOTHING } from '../../faults/evidence.ts'
import { fold } from '../../faults/history.ts'
import { fault, GUEST, goodRun, historyOf, message, OWNER, operation, reservation } from './history.ts'

const stuck = (evidence: object, history = historyOf([])) =>
  checkSettled(history, { ...NOTHING, ...evidence }).map(({ kind, what }) => `${kind}: ${what}`)

test('a hold that holds its nights after its time', () => {
  expect(stuck({ reservations: [reservation(1, 1, 3, { overdue: 121 })] })).toEqual([
    'stuck: reservation 1 holds its nights 121 s too long',
  ])
  expect(stuck({ reservations: [reservation(1, 1, 3, { overdue: 60 })] })).toEqual([])
})

test('a stay that is paid at the provider and still waits for its payment', () => {
  const intents = [{ id: 'pi', cents: 1, payment: 'p', reservation: 1, status: 'succeeded' }]
  const evidence = { reservations: [reservation(1, 1, 3)], provider: { intents, refunds: [] } }
  expect(stuck(evidence)).toEqual(['stuck: reservation 1 is paid and pending'])
})

test('a refund that stays pending, and work that nobody does', () => {
  const refund = { id: 4, key: 'k', payment: 1, intent: 'pi', cents: 1, status: 'pending', tag: null }
  expect(stuck({ refunds: [refund], unfinished: ['job mail.send is active'] })).toEqual([
    'stuck: job mail.send is active',
    'stuck: refund 4 is pending',
  ])
})

/** A client who was sent away until 200 s, after a fault from 1 s to `end`. */
const sentAway = (end: number) => ({
  ...fold(fault('cut', 1_000, end)),
  operations: [operation({ kind: 'search' }, { at: 2_000, until: 200_000, outcome: 'unknown', status: 503 })],
})

test('a client who is sent away for more than a minute with nothing broken', () => {
  expect(stuck({}, sentAway(30_000))).toEqual(['stuck: search was sent away 1 times: 503 '])
  expect(stuck({}, sentAway(150_000))).toEqual([])
})

const heardBy = (change: (history: ReturnType<typeof goodRun>['history']) => void) => {
  const { history, evidence } = structuredClone(goodRun())
  change(history)
  return checkPushes(history, evidence).map(({ kind, what }) => `${kind}: ${what}`)
}

test('a push that was missed', () => {
  expect(heardBy((history) => history.heard.pop())).toEqual([`lost: the push of message 31 to ${OWNER}`])
})

test('a push that was missed and read after connecting again, or not read', () => {
  const missed = (messages: number[]) =>
    heardBy((history) => {
      history.heard.pop()
      history.listed.push({ type: 'listed', at: 1_660, asked: 1_650, who: OWNER, messages })
    })
  expect(missed([31])).toEqual([])
  expect(missed([30])).toEqual([`lost: the push of message 31 to ${OWNER}`])
})

test('nobody misses what came before they listened', () => {
  const early = message(32, { at: 5 })
  expect(heardBy((history) => history.operations.push(early))).toEqual([])
})

test('a push of what was never kept', () => {
  const phantom = { type: 'heard' as const, at: 1_800, who: OWNER, message: 99 }
  expect(heardBy((history) => history.heard.push(phantom))).toEqual(['wrong: message 99 was heard and is not there'])
})

test('people other than the receiver do not count', () => {
  const other = { type: 'heard' as const, at: 1_800, who: GUEST, message: 31 }
  expect(
    heardBy((history) => {
      history.heard = [other]
    }),
  ).toEqual([`lost: the push of message 31 to ${OWNER}`])
})
