import { expect, test } from 'vitest'
import { attemptFor } from '../../../src/money/payments/checkout.ts'

const MINUTE = 60
const PRESENT = { present: { id: 7, key: 'k' } }
type Payment = Parameters<typeof attemptFor>[0]
const fresh: Payment = {
  id: 1,
  key: 'key',
  kind: 'booking',
  payer_id: null,
  reservation_id: 1,
  title: 'Maison',
  check_in: null,
  check_out: null,
  rest_cents: null,
  rest_due_on: null,
  locale: 'en',
  email: null,
  customer_id: null,
  now_seconds: 0,
  attempt_id: null,
  attempt_key: null,
  request: null,
  ...{
    status: 'unpaid',
    is_charged: false,
    is_over: false,
    is_brief: false,
    return_url: null,
    amount_cents: 12_000,
    currency: 'EUR',
  },
  ...{ payable_seconds: 50 * MINUTE, url: null, is_closed: null, seconds_left: null },
}
const open: Payment = {
  ...fresh,
  ...{ attempt_id: 7, attempt_key: 'k', url: 'https://pay.test/1', is_closed: false, seconds_left: 20 * MINUTE },
}

test.each([
  ['no attempt was made', fresh, { seconds: 45 * MINUTE }],
  ['a payment that lasts for ever has no attempt', { ...fresh, payable_seconds: null }, { seconds: 45 * MINUTE }],
  ['a session is open', open, PRESENT],
  ['an attempt is being opened', { ...open, url: null, seconds_left: 40 * MINUTE }, PRESENT],
  ['an attempt that never opened has too little time', { ...open, url: null }, { seconds: 45 * MINUTE }],
  ['an attempt that never opened was closed', { ...open, url: null, is_closed: true }, { seconds: 45 * MINUTE }],
  ['a session was closed', { ...open, is_closed: true, payable_seconds: 40 * MINUTE }, { seconds: 35 * MINUTE }],
  ['a session has ended', { ...open, seconds_left: 0, payable_seconds: 90 * MINUTE }, { seconds: 45 * MINUTE }],
])('%s', (_, payment, attempt) => {
  expect(attemptFor(payment)).toEqual(attempt)
})

test.each([
  ['a session has ended, and the hold soon', { ...open, seconds_left: 0, payable_seconds: 36 * MINUTE }, 'holdOver'],
  ['the hold is over', { ...open, is_over: true }, 'holdOver'],
  ['it is paid', { ...open, status: 'paid' as const }, 'conflict'],
  ['a saved card is charged', { ...open, is_charged: true }, 'conflict'],
  ['the provider takes no such amount', { ...fresh, amount_cents: 1 }, 'unpayable'],
])('%s: it is refused', (_, payment, code) => {
  expect(() => attemptFor(payment)).toThrow(expect.objectContaining({ code }))
})
