import { describe, expect, test } from 'vitest'
import { readChannel, readInquiry, readRequest } from '../../../src/channels/channel-bookings/asked.ts'

const received_at = '2026-01-01T10:00:00.000Z'
const envelope = { event: 'inquiry', fallback_id: 'event-1', timestamp: undefined, received_at }
const details = { checkin_date: '2030-03-01', checkout_date: '2030-03-04', guest_name: 'Ada', payout_amount: '559.21' }

describe('an inquiry', () => {
  test.for([
    ['2026-08-04T13:23:11.385Z', '2026-08-04T13:23:11.385Z'],
    ['2026-08-04T13:23:11', '2026-08-04T13:23:11.000Z'],
    [null, undefined],
    ['soon', undefined],
    ['+275760-09-13T00:00:00', undefined],
  ] as const)('whose deadline is %s has to be answered until %s', ([non_response_at, until]) => {
    const asked = readInquiry({ booking_details: { ...details, non_response_at } }, 'thread-1', envelope)
    expect(asked).toMatchObject({ key: 'thread-1', is_answered: false, stay: { name: 'Ada', ota_name: 'Airbnb' } })
    expect(asked?.until).toBe(until)
  })

  test.for([
    [undefined, false],
    ['active', false],
    ['inactive', true],
  ] as const)('of the status %s is answered: %s', ([status, is_answered]) => {
    expect(readInquiry({ status, booking_details: details }, undefined, envelope)).toMatchObject({ is_answered })
  })

  test.for([
    undefined,
    null,
    'x',
    {},
    { booking_details: {} },
    { booking_details: { ...details, checkout_date: 'x' } },
  ])('without days is none: %j', (payload) => {
    expect(readInquiry(payload, undefined, envelope)).toBeUndefined()
  })
})

const bms = { arrival_date: '2030-02-01', departure_date: '2030-02-04', ota_name: 'Airbnb' }

test.for([
  [{ ...bms, booking_id: 'b', ota_reservation_code: 'c' }, 'c'],
  [{ ...bms, booking_id: 'b' }, 'b'],
  [{ ...bms, ota_reservation_code: 'c', booking_id: null }, 'c'],
  [bms, 'event-1'],
  [{ attributes: { ...bms, ota_reservation_code: 'c' } }, 'c'],
] as const)('a request to book is named by what names it: %j', ([given, key]) => {
  expect(readRequest({ bms: given, resolved: false }, envelope)).toMatchObject({
    key,
    until: '2026-01-02T10:00:00.000Z',
  })
})

test.for([
  [
    { title: 'Test', channel_id: 'c1', ota_name: 'Klook' },
    { name: 'Klook', key: 'c1' },
  ],
  [
    { channel: 'Agoda', channel_id: 'c1', channel_name: 'My Agoda' },
    { name: 'My Agoda', key: 'c1' },
  ],
  [
    { channel_id: 'c1', listing_id: 'l' },
    { name: null, key: 'c1 l' },
  ],
  [{ channel: 'Agoda' }, { name: 'Agoda', key: 'Agoda' }],
  [undefined, { name: null, key: '' }],
] as const)('a channel is read from %j', ([payload, read]) => {
  expect(readChannel(payload)).toEqual(read)
})
