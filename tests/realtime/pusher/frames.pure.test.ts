import { expect, test } from 'vitest'
import { frameData, parseFrame } from '../../../src/realtime/pusher/protocol.ts'

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 0]))

test('a frame with many values or levels is none, and neither is such data inside one', () => {
  const frame = (data: unknown) => JSON.stringify({ event: 'client-moved', channel: 'private-map', data })
  expect(parseFrame(frame(keys(500)))?.event).toBe('client-moved')
  expect(parseFrame(frame(keys(2_000)))).toBeUndefined()
  expect(parseFrame(frame(JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)))).toBeUndefined()
  expect(frameData(JSON.stringify(keys(2_000)))).toEqual({})
})
