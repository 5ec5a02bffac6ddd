import { expect, test } from 'vitest'
import { check } from '../../faults/check/check.ts'
import { mayBeGone, partingsOf } from '../../faults/check/parting.ts'
import type { Evidence } from '../../faults/evidence.ts'
import { type Entry, fold, type History } from '../../faults/history.ts'
import { book, cancel, fault, GUEST, goodRun, message, night, OWNER, operation, reservation } from './history.ts'

/** Changes acknowledged from 10 s to 14 s are lost, and the database is back from 15 s on. */
const restored: Entry = { type: 'loss', at: 15_000, from: 10_000, stopped: 14_000 }
const primary = (name: string, at: number): Entry => ({ type: 'primary', at, names: name === '' ? [] : [name] })
/** The primary is killed at 14 s, and another one takes over at 35 s. */
const failedOver = [primary('m1', 0), ...fault('killed', 14_000, 40_000), primary('', 14_500), primary('m2', 35_000)]

type Change = (evidence: Evidence, history: History) => void

/** The findings of the good run, which is older, with a parting after it. */
function parted(entries: Entry[], change: Change, asynchronous = false): string[] {
  const { history, evidence } = structuredClone(goodRun())
  const { faults, losses, primaries } = fold(entries)
  Object.assign(history, { faults, losses, primaries })
  change(evidence, history)
  return check(history, evidence, { asynchronous }).map(({ kind, what }) => `${kind}: ${what}`)
}

const LOST = ['lost: reservation 5 of booking 5']
/** A loss has further findings, such as that no order of the bookings explains it. */
const lostOf = (findings: string[]) => findings.filter((what) => what.startsWith('lost'))

const restore = (change: Change) => parted([restored], change)

const gone = (at: number) => book(5, 8, 9, { at })
/** Money of a payment that is not here. */
const paid: Change = ({ provider }) =>
  provider.intents.push({ id: 'pi_5', cents: 700, payment: 'q', reservation: 5, status: 'succeeded' })
const listed = (found: number): Change => {
  return (evidence) => evidence.unclaimed.push({ intent: 'pi_5', cents: 700, found })
}
const both =
  (...changes: Change[]): Change =>
  (evidence, history) => {
    for (const change of changes) change(evidence, history)
  }
const lose =
  (at: number): Change =>
  (_, { operations }) =>
    operations.push(gone(at))

test('what was acknowledged after the backup may be missing', () => {
  expect(restore(lose(12_000))).toEqual([])
})

test('what was acknowledged before the backup, or when the other database was there, may not', () => {
  expect(lostOf(restore(lose(9_000)))).toEqual(LOST)
  expect(lostOf(restore(lose(16_000)))).toEqual(LOST)
})

test('nothing is missing before something that is there', () => {
  const later: Change = (evidence, { operations }) => {
    operations.push(book(6, 12, 13, { at: 13_000 }))
    evidence.reservations.push(reservation(6, 12, 13))
    evidence.nights.push(night(6, 12, 13))
  }
  expect(lostOf(restore(both(lose(12_000), later)))).toEqual(LOST)
})

test('who is given the hold that they have has written nothing', () => {
  const found: Change = (_, { operations }) => {
    const again = book(1, 1, 3, { at: 13_000 })
    operations.push({ ...again, request: { ...again.request, tag: 'booking 7' } as typeof again.request })
  }
  expect(restore(both(lose(12_000), found))).toEqual([])
})

test('a stay that was acknowledged before the parting and is gone, with asynchronous replication', () => {
  expect(parted(failedOver, lose(13_000), true)).toEqual([])
  expect(parted(failedOver, lose(20_000), true)).toEqual([])
  expect(lostOf(parted(failedOver, lose(3_000), true))).toEqual(LOST)
  expect(lostOf(parted(failedOver, lose(36_000), true))).toEqual(LOST)
  expect(lostOf(parted(failedOver, lose(13_000)))).toEqual(LOST)
})

test('a fault that leaves the primary where it is loses nothing', () => {
  const back = [primary('m1', 0), ...fault('killed', 14_000, 20_000), primary('', 14_500), primary('m1', 19_000)]
  expect(lostOf(parted(back, lose(13_000), true))).toEqual(LOST)
})

test('two primaries at once are a parting', () => {
  const { primaries, faults } = fold([primary('m1', 0), { type: 'primary', at: 5_000, names: ['m1', 'm2'] }])
  const partings = partingsOf({ ...goodRun().history, primaries, faults }, true)
  expect(mayBeGone(partings, 4_000)).toBe(true)
  expect(mayBeGone(partings, 6_000)).toBe(false)
})

test('a lost payment that is not on the list, one that is, and one that all of went back', () => {
  expect(restore(both(lose(12_000), paid))).toEqual([
    'lost: 700 received as pi_5 for reservation 5, which nobody here knows',
  ])
  expect(restore(both(lose(12_000), paid, listed(20_000)))).toEqual([])
  const back: Change = ({ provider }) =>
    provider.refunds.push({ id: 're_5', intent: 'pi_5', cents: 700, key: 'k', status: 'succeeded' })
  expect(restore(both(lose(12_000), paid, back))).toEqual([])
})

test('a payment that is on the list too late, counted from when it was made and without the time of faults', () => {
  const late = ['stuck: pi_5: on the list only after 75 s']
  expect(restore(both(lose(12_000), paid, listed(90_000)))).toEqual(late)
  const afterwards: Change = (_, { operations }) =>
    operations.push(operation({ kind: 'pay', reservation: 5, url: '' }, { at: 50_000, status: 303 }))
  expect(restore(both(lose(12_000), paid, listed(90_000), afterwards))).toEqual([])
  const broken = [restored, ...fault('provider mute', 20_000, 40_000)]
  expect(parted(broken, both(lose(12_000), paid, listed(90_000)))).toEqual([])
})

test('what is on the list and should not be', () => {
  expect(parted([], both(paid, listed(20_000)))).toEqual(['wrong: pi_5: on the list, although nothing was lost before'])
  expect(restore(both(paid, listed(12_000)))).toEqual(['wrong: pi_5: on the list, although nothing was lost before'])
  expect(restore(listed(20_000))).toEqual(['wrong: pi_5: 700 on the list, which the provider has never received'])
  const twice: Change = ({ unclaimed }) => unclaimed.push({ intent: 'pi_1', cents: 20_000, found: 20_000 })
  expect(restore(twice)).toEqual(['doubled: pi_1: received here, and on the list'])
  const other: Change = ({ unclaimed }) => unclaimed.push({ intent: 'pi_5', cents: 600, found: 20_000 })
  expect(restore(both(lose(12_000), paid, other))).toEqual(['wrong: pi_5: 600 on the list, 700 there'])
})

test('a number of what is gone that is given out again', () => {
  const again: Change = (evidence, { operations }) => {
    operations.push({ ...gone(12_000) }, { ...book(5, 12, 13, { at: 16_000, who: 8 }) })
    evidence.reservations.push(reservation(5, 12, 13, { guest: 8 }))
    evidence.nights.push(night(5, 12, 13))
  }
  expect(restore(again)).toContainEqual(expect.stringMatching(/^doubled: reservation 5 is /))
})

test('a guest who is refused nights of a stay that is gone, hears a message that is gone, and is told again', () => {
  const refused: Change = (evidence, { operations, heard }) => {
    operations.push(book(6, 8, 9, { at: 13_000, outcome: 'refused', status: 409, code: 'taken', value: {} }))
    operations.push(message(40, { at: 12_500 }))
    heard.push({ type: 'heard', at: 12_700, who: OWNER, message: 40 })
    for (const [at, message_id] of [
      [12_800, '<a>'],
      [20_000, '<b>'],
    ] as const)
      evidence.mails.push({ at, to: 'o@play.example', subject: 'New message', message_id, digest: 'm' })
  }
  expect(restore(both(lose(12_000), refused))).toEqual([])
  expect(parted([], refused).map((what) => what.split(':')[0])).toEqual(['lost', 'wrong', 'doubled', 'wrong'])
})

test('a cancellation and a refund that are gone and that the provider has made', () => {
  const cancelled: Change = ({ refunds, provider, receipts: [receipt] }, { operations }) => {
    operations.push(cancel(1, { at: 12_000 }))
    const money = { id: 22, key: 'taken over', payment: 11, intent: 'pi_1', cents: 19_500 }
    refunds.push({ ...money, status: 'succeeded', tag: null })
    provider.refunds.push({ id: 're_2', intent: 'pi_1', cents: 19_500, key: 'k', status: 'succeeded' })
    Object.assign(receipt ?? {}, { refunded: 20_000 })
  }
  expect(restore(cancelled)).toEqual([])
  const refunded: Change = ({ refunds, provider, receipts: [receipt] }, { operations }) => {
    const request = { kind: 'refund' as const, reservation: 1, payment: 11, cents: 300, tag: 'refund 2' }
    operations.push(operation(request, { at: 12_000, who: GUEST, value: { refund: 23 } }))
    refunds.push({ id: 23, key: 'x', payment: 11, intent: 'pi_1', cents: 300, status: 'succeeded', tag: null })
    provider.refunds.push({ id: 're_3', intent: 'pi_1', cents: 300, key: 'x', status: 'succeeded' })
    Object.assign(receipt ?? {}, { refunded: 800 })
  }
  expect(restore(refunded)).toEqual([])
  const twice: Change = ({ refunds, provider, receipts: [receipt] }) => {
    refunds.push({ id: 24, key: 'y', payment: 11, intent: 'pi_1', cents: 200, status: 'succeeded', tag: null })
    provider.refunds.push({ id: 're_4', intent: 'pi_1', cents: 200, key: 'y', status: 'succeeded' })
    Object.assign(receipt ?? {}, { refunded: 1_000 })
  }
  expect(restore(both(refunded, twice))).toEqual([
    'doubled: 19000 kept of reservation 1, whose price is 20000: 0 unpaid, 800 refunded',
  ])
})
