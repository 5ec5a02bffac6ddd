import { expect, test } from 'vitest'
import { longestSilence, markdown, tableOf } from '../../faults/check/answers.ts'
import { type Entry, fold } from '../../faults/history.ts'
import { readMail } from '../../faults/mailbox.ts'
import { book, fault, operation } from './history.ts'

test('the longest time without an answer has the ends of its period', () => {
  expect(longestSilence([1_000, 3_000], 0, 4_000)).toBe(2)
  expect(longestSilence([3_000], 0, 4_000)).toBe(3)
  expect(longestSilence([], 0, 4_000)).toBe(4)
})

test('what is found is counted for the fault in whose time it falls', () => {
  const [calm, during] = [book(1, 1, 2, { at: 1_000 }), book(2, 3, 4, { at: 6_000, until: 8_000 })]
  const search = operation({ kind: 'search' }, { at: 6_500, outcome: 'unknown', status: 503 })
  const history = { ...fold(fault('cut', 5_000, 9_000)), operations: [calm, during, search] }
  const rows = tableOf(history, [
    { kind: 'lost', what: '', op: during.id },
    { kind: 'doubled', what: '' },
    { kind: 'stuck', what: '', at: 5_500 },
  ])
  expect(rows).toMatchObject([
    { fault: 'none', requests: 1, acknowledged: 1, lost: 0, doubled: 1, stuck: 0 },
    { fault: 'cut', times: 1, requests: 2, acknowledged: 1, lost: 1, stuck: 1, writeSeconds: 3, statuses: '1 x 503' },
  ])
  expect(markdown(rows).split('\n')).toHaveLength(4)
})

test('how long writes wait from the moment at which a primary is there, and searches that fail meanwhile', () => {
  const entries: Entry[] = [
    { type: 'primary', at: 0, names: ['m1'] },
    ...fault('killed', 5_000, 20_000),
    { type: 'primary', at: 5_500, names: [] },
    { type: 'primary', at: 12_000, names: ['m2'] },
  ]
  const search = operation({ kind: 'search' }, { at: 6_500, outcome: 'unknown', status: 503 })
  const refused = book(3, 1, 2, { at: 12_500, until: 13_000, outcome: 'refused' })
  const operations = [search, refused, book(1, 1, 2, { at: 5_100 }), book(2, 3, 4, { at: 6_000, until: 14_500 })]
  const rows = tableOf({ ...fold(entries), operations }, [])
  expect(rows).toMatchObject([
    { fault: 'none', primarySeconds: undefined, failedSearches: 0 },
    { fault: 'killed', primarySeconds: 2.5, failedSearches: 1 },
  ])
  const never = tableOf({ ...fold(entries), operations: [] }, [])
  expect(never[1]?.primarySeconds).toBe(Number.POSITIVE_INFINITY)
})

test('two copies of a mail are alike, whatever their boundaries', () => {
  const mail = (boundary: string) =>
    `To: a@b.c\r\nSubject: =?utf-8?Q?S=C3=A9?=\r\n jour\r\nMessage-ID: <${boundary}>\r\nContent-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n--${boundary}\r\nhello\r\n--${boundary}--`
  const [first, second] = ['x1', 'x2'].map((boundary) => readMail({ at: 0, mail: mail(boundary) }))
  expect(first).toMatchObject({ to: 'a@b.c', subject: '=?utf-8?Q?S=C3=A9?= jour', message_id: '<x1>' })
  expect(first?.digest).toBe(second?.digest)
})
