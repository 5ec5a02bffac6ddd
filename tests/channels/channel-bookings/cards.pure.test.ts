import { expect, test } from 'vitest'
import { withoutCards } from '../../../src/channels/channel-bookings/revision.ts'

const NUMBER = '4111111111111111'
/** Shapes under which providers have cards. */
const CARDS: Record<string, unknown> = {
  guarantee: { card_number: NUMBER, cvv: '123', meta: { virtual_card_effective_date: '2030-01-01', token: NUMBER } },
  card: { number: NUMBER },
  cards: [{ number: NUMBER }],
  credit_card: { number: NUMBER },
  creditCard: { number: NUMBER },
  virtual_card: { number: NUMBER },
  card_number: NUMBER,
  cardholder_name: NUMBER,
  card_token: NUMBER,
  cvv: NUMBER,
  service_code: NUMBER,
  expiration_date: NUMBER,
}

/** Places in an event. */
const PLACES: ((card: object) => object)[] = [
  (card) => card,
  (card) => ({ booking: card }),
  (card) => ({ booking: { rooms: [{ guests: [card] }] } }),
  (card) => ({ data: [{ attributes: { booking: card } }] }),
]

test('no card is kept of an event, whatever its name and wherever it stands', () => {
  for (const [name, value] of Object.entries(CARDS))
    for (const place of PLACES)
      for (const upper of [name, name.toUpperCase()]) {
        const event = { event: 'booking', payload: { booking_id: 'b1', notes: 'Late', ...place({ [upper]: value }) } }
        const kept = withoutCards(event)
        expect(JSON.stringify(kept)).not.toContain(NUMBER)
        expect(kept).toMatchObject({ event: 'booking', payload: { booking_id: 'b1', notes: 'Late' } })
      }
})

test('of a guarantee it is kept whether it is a card of the channel, and from when', () => {
  const guarantee = { is_virtual: true, card_number: NUMBER, meta: { virtual_card_effective_date: '2030-01-01', x: 1 } }
  const known = { is_virtual: true, meta: { virtual_card_effective_date: '2030-01-01' } }
  for (const place of PLACES) expect(withoutCards(place({ guarantee }))).toEqual(place({ guarantee: known }))
})

test('all else stays as it is', () => {
  for (const value of [null, 1, 'x', true, [], {}, [{ discard: 1, cardinal: 'x', cards_left: 2, guaranteed: true }]])
    expect(withoutCards(value)).toEqual(value)
})
