import { expect, test } from 'vitest'
import { check } from '../../faults/check/check.ts'
import type { Evidence } from '../../faults/evidence.ts'
import type { History } from '../../faults/history.ts'
import {
  book,
  cancel,
  day,
  GUEST,
  goodRun,
  HOME,
  message,
  night,
  OWNER,
  operation,
  receipt,
  reservation,
  transition,
} from './history.ts'

const kinds = (history: History, evidence: Evidence) =>
  check(history, evidence, { asynchronous: false }).map(({ kind, what }) => `${kind}: ${what}`)

/** The findings of the good run with a part of what it left behind replaced. */
function broken(change: (evidence: Evidence, history: History) => void): string[] {
  const { history, evidence } = structuredClone(goodRun())
  change(evidence, history)
  return kinds(history, evidence)
}

test('a good run has no findings', () => {
  const { history, evidence } = goodRun()
  expect(kinds(history, evidence)).toEqual([])
})

test('a night that is sold twice, to clients and in the database, and a push that nobody heard', () => {
  const twice = broken((evidence, { operations }) => {
    operations.push(book(2, 2, 4, { at: 1_200 }))
    evidence.reservations.push(reservation(2, 2, 4))
    evidence.transitions.push(transition(3, 2, 'pending', null, 1_250))
    evidence.nights.push(night(2, 2, 4))
  })
  expect(twice).toEqual([
    expect.stringMatching(/^doubled: home .*: no order explains/),
    'doubled: reservations 1 and 2 had one night at once',
    expect.stringMatching(/^doubled: home .*: nights of 1 and 2/),
  ])
  expect(broken((_, { heard }) => heard.pop())).toEqual([`lost: the push of message 31 to ${OWNER}`])
  // Nothing is heard of a disconnected socket, and it has to come back.
  const away = (state: string) =>
    broken((_, { heard, sockets }) => {
      heard.pop()
      sockets.push(
        { type: 'socket', at: 5, who: OWNER, state: 'connected' },
        { type: 'socket', at: 1_400, who: OWNER, state },
      )
    })
  expect(away('connecting')).toEqual([`stuck: the socket of ${OWNER} is away since 1970-01-01T00:00:01.400Z`])
  expect(away('connected')).toEqual([`lost: the push of message 31 to ${OWNER}`])
})

test('a booking that was acknowledged and is gone', () => {
  const findings = broken((evidence) => {
    evidence.reservations = []
    evidence.nights = []
  })
  expect(findings).toContain('lost: reservation 1 of booking 1')
})

test('a number that stands for another stay now', () => {
  const findings = broken((evidence) => {
    evidence.reservations = [reservation(1, 8, 9, { status: 'confirmed', guest: 8, tag: 'booking 9' })]
    evidence.nights = [night(1, 8, 9)]
  })
  expect(findings).toContain('lost: reservation 1 of booking 1')
  expect(findings).toContain(`doubled: reservation 1 is ${GUEST} ${HOME} ${day(1)} and 8 ${HOME} ${day(8)}`)
})

test('a cancellation that was acknowledged and has not happened', () => {
  const findings = broken((_, { operations }) => operations.push(cancel(1, { at: 4_000 })))
  expect(findings).toContain('lost: the cancellation of reservation 1, which is confirmed')
})

test('a message that is gone, and one that says something else', () => {
  expect(broken((evidence) => evidence.messages.pop())).toContain('lost: message 31 of message 31')
  const other = broken((evidence) => {
    evidence.messages = [{ id: 31, sender: GUEST, receiver: OWNER, tag: 'message 5' }]
  })
  expect(other).toContain('lost: message 31 of message 31')
})

test('a refund that was promised and is gone, with its money', () => {
  const findings = broken((evidence) => evidence.refunds.pop())
  expect(findings).toContain('lost: refund 21 of refund 1')
  expect(findings).toContain('doubled: pi_1: 500 given back there, 0 here')
})

test('a refund that the provider has made twice', () => {
  const findings = broken(({ provider }) => {
    provider.refunds.push({ id: 're_2', intent: 'pi_1', cents: 500, key: 'r', status: 'succeeded' })
  })
  expect(findings).toEqual([
    'doubled: pi_1: 1000 given back there, 500 here',
    'doubled: refund r was made 2 times at the provider',
  ])
})

test('a refund that the provider has not made', () => {
  const findings = broken(({ provider }) => provider.refunds.pop())
  expect(findings).toEqual(['lost: pi_1: 500 given back here, 0 there'])
})

test('a receipt that says other than its refunds', () => {
  const findings = broken(({ receipts: [receipt] }) => Object.assign(receipt ?? {}, { refunded: 0 }))
  expect(findings).toEqual(['wrong: pi_1: 0 given back by its receipt, 500 by its refunds'])
})

test('money that nobody here knows, and money that the provider has never had', () => {
  const unknown = broken(({ provider }) =>
    provider.intents.push({ id: 'pi_2', cents: 700, payment: 'q', reservation: 2, status: 'succeeded' }),
  )
  expect(unknown).toEqual(['lost: 700 received as pi_2 for reservation 2, which nobody here knows'])
  const invented = broken(({ receipts }) => receipts.push(receipt('pi_3', 12, 700)))
  expect(invented).toEqual(['wrong: 700 of pi_3, which the provider has never received'])
})

test('another amount here than there', () => {
  const findings = broken(({ provider: { intents } }) => Object.assign(intents[0] ?? {}, { cents: 20_001 }))
  expect(findings).toEqual(['wrong: pi_1: 20001 there, 20000 here'])
})

test('money that is kept of a stay that was given up, and a stay that was paid twice', () => {
  const kept = broken((evidence, { operations }) => {
    evidence.reservations = [reservation(1, 1, 3, { status: 'cancelled' })]
    operations.push(cancel(1, { at: 4_000 }))
  })
  expect(kept).toContain('wrong: 19500 kept of reservation 1, which is cancelled, and 0 transferred')
  const twice = broken(({ receipts, provider }) => {
    receipts.push(receipt('pi_2', 11, 20_000))
    provider.intents.push({ id: 'pi_2', cents: 20_000, payment: 'p', reservation: 1, status: 'succeeded' })
  })
  expect(twice).toEqual(['doubled: 39500 kept of reservation 1, whose price is 20000: 0 unpaid, 500 refunded'])
})

test('a change and a transfer: lost, in part, or recorded twice', () => {
  const change = operation({ kind: 'change', reservation: 1, check_out: day(2), cents: 25_000, tag: 'change 1' })
  const transfer = operation({ kind: 'transfer', reservation: 1, cents: 5_000, tag: 'transfer 1' })
  /** The dearer stay, whose difference is transferred. */
  const touched = (fail: (evidence: Evidence) => void = () => undefined) =>
    broken((evidence, { operations }) => {
      operations.push(change, transfer)
      evidence.reservations = [reservation(1, 1, 2, { status: 'confirmed', cents: 25_000 })]
      evidence.payments.push({ id: 12, key: 'c', reservation: 1, cents: 5_000, status: 'paid' })
      evidence.receipts.push({ ...receipt('elsewhere_1', 12, 5_000), method: 'transfer', tag: 'transfer 1' })
      fail(evidence)
    })
  expect(touched()).toEqual([])
  const unpaid = ({ payments, receipts }: Evidence) => {
    Object.assign(payments[1] ?? {}, { status: 'unpaid' })
    receipts.pop()
  }
  expect(touched(unpaid)).toEqual(['lost: transfer 1'])
  expect(touched(({ reservations: [row] }) => Object.assign(row ?? {}, { cents: 20_000 }))).toEqual([
    'lost: change 1 of reservation 1',
    'doubled: 24500 kept of reservation 1, whose price is 20000: 0 unpaid, 500 refunded',
  ])
  const twice = ({ receipts }: Evidence) =>
    receipts.push({ ...receipt('elsewhere_2', 12, 5_000), method: 'transfer', tag: 'transfer 1' })
  expect(touched(twice)).toEqual([
    'doubled: 29500 kept of reservation 1, whose price is 25000: 0 unpaid, 500 refunded',
    'doubled: transfer 1 has receipt elsewhere_1 and receipt elsewhere_2',
  ])
})

test('one key with two effects', () => {
  const bookings = broken(({ reservations, nights, transitions }) => {
    reservations.push(reservation(2, 5, 6, { tag: 'booking 1' }))
    nights.push(night(2, 5, 6))
    transitions.push({ id: 3, reservation: 2, from: null, to: 'pending', actor: 'guest', at: 1_080 })
  })
  expect(bookings).toEqual(['doubled: booking 1 has reservation 1 and reservation 2'])
  const messages = broken((evidence) =>
    evidence.messages.push({ id: 32, sender: GUEST, receiver: OWNER, tag: 'message 31' }),
  )
  expect(messages).toEqual(['doubled: message 31 has message 31 and message 32'])
})

test('a notice twice, by its fact or by its reservation, and one that never came', () => {
  const same = { user: GUEST, type: 'payment_received', fact: 'paid 11', reservation: 1 }
  expect(broken(({ notices }) => notices.push(same, same))).toEqual([`doubled: notice paid 11 for ${GUEST}`])
  const again = { user: GUEST, type: 'reservation_confirmed', fact: 'confirmed again', reservation: 1 }
  expect(broken(({ notices }) => notices.push(again))).toEqual([`doubled: notice reservation_confirmed 1 for ${GUEST}`])
  expect(broken(({ notices }) => notices.pop())).toEqual([
    `lost: the notice to guest ${GUEST} that reservation 1 is confirmed`,
  ])
})

test('a mail twice, unless its copies have one Message-ID', () => {
  const copy = (evidence: Evidence, message_id: string) =>
    evidence.mails.push({ at: 2_000, to: 'g@play.example', subject: 'Confirmed', message_id, digest: 'a' })
  expect(broken((evidence) => copy(evidence, '<2>'))).toEqual([
    'doubled: a mail was sent again: "Confirmed" to g@play.example (a), 2 times',
  ])
  expect(broken((evidence) => copy(evidence, '<1>'))).toEqual([])
})

test('a mail about a change of a stay that was changed less often', () => {
  const told = (mails: number) => (evidence: Evidence) => {
    for (const fact of ['a', 'b'])
      evidence.notices.push({ user: 2, type: 'reservation_modified', fact, reservation: 1 })
    for (let index = 0; index < mails; index++)
      evidence.mails.push({
        at: 2_000 + index,
        to: 'o@play.example',
        subject: 'Reservation modified',
        message_id: `<m${index}>`,
        digest: 'm',
      })
  }
  expect(broken(told(2))).toEqual([])
  expect(broken(told(3))).toEqual([
    'doubled: a mail was sent again: "Reservation modified" to o@play.example (m), 3 times',
  ])
})

test('a number twice: of a payment, a document, a message or a refund', () => {
  const shown = (value: object) => operation({ kind: 'read', reservation: 2 }, { at: 3_500, status: 200, value })
  expect(broken((_, { operations }) => operations.push(shown({ payments: [11] })))).toEqual([
    'doubled: payment 11 is 1 and 2',
  ])
  expect(broken((_, { operations }) => operations.push(shown({ documents: ['2027-1'] })))).toEqual([
    'doubled: document 2027-1 is 1 and 2',
  ])
  const second = message(31, { at: 1_800 })
  Object.assign(second.request, { tag: 'message 99' })
  expect(broken((_, { operations }) => operations.push(second))).toContain(
    'doubled: message 31 is message 31 and message 99',
  )
  const refund = operation(
    { kind: 'refund', reservation: 1, payment: 11, cents: 500, tag: 'refund 2' },
    { value: { refund: 21 } },
  )
  expect(broken((_, { operations }) => operations.push(refund))).toContain(
    'doubled: refund 21 is refund 1 and refund 2',
  )
})

test('what was shown and is gone: a payment, a document, a reservation', () => {
  expect(broken((evidence) => evidence.documents.pop())).toEqual(['lost: document 2027-1, which was shown'])
  expect(
    broken((_, { operations }) =>
      operations.push(
        operation({ kind: 'read', reservation: 1 }, { at: 5_000, status: 200, value: { payments: [12] } }),
      ),
    ),
  ).toEqual(['lost: payment 12, which was shown'])
  const missing = operation({ kind: 'read', reservation: 1 }, { at: 5_000, status: 404, outcome: 'refused' })
  expect(broken((_, { operations }) => operations.push(missing))).toEqual([
    'lost: reservation 1: read after it was acknowledged, and 404',
  ])
})

test('an event of a platform that was taken and is gone, and one that has no effect', () => {
  const sold = operation(
    { kind: 'channel', home: HOME, booking: 'b', revision: 'rev', status: 'new', check_in: day(8), check_out: day(9) },
    { status: 200 },
  )
  const stay = { status: 'confirmed', check_in: day(8), check_out: day(9) }
  const taken = (evidence: Evidence, { operations }: History, status: string, stays: (typeof stay)[]) => {
    operations.push(sold)
    evidence.inbox = [{ event: 'rev', status }]
    evidence.channel = [{ booking: 'b', revision: 'rev', is_cancelled: false, stays }]
  }
  expect(broken((evidence, history) => taken(evidence, history, 'applied', [stay]))).toEqual([])
  expect(broken((evidence, history) => taken(evidence, history, 'received', [stay]))).toEqual([
    'stuck: event rev is not applied',
  ])
  expect(broken((evidence, history) => taken(evidence, history, 'applied', []))).toEqual([
    'stuck: booking b of a platform is not as rev says: []',
  ])
  const gone = broken((evidence, history) => {
    taken(evidence, history, 'applied', [stay])
    evidence.inbox = []
  })
  expect(gone).toEqual(['lost: revision rev of a platform'])
})

test('an answer of 500, where 503 says "later"', () => {
  const answered = (status: number) =>
    broken((_, { operations }) =>
      operations.push(operation({ kind: 'search' }, { status, outcome: 'unknown', code: 'internal' })),
    )
  expect(answered(500)).toEqual(['wrong: search was answered 500 internal'])
  expect(answered(503)).toEqual([])
})
