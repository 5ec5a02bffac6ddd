import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heartbeat } from '../../../src/realtime/bus/heartbeat.ts'

const EVERY_MS = 1_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A heartbeat that never hears itself, and how often it has restarted its listener. */
async function start(beat: () => Promise<void>) {
  const restart = vi.fn<() => void>()
  const clock = async () => '2026-01-01T00:00:00Z'
  const heartbeat = new Heartbeat({ beat, restart, clock, log: pino({ level: 'silent' }), everyMs: EVERY_MS })
  await heartbeat.start({ receive: () => undefined, missed: () => undefined })
  return { heartbeat, restart }
}

test('a listener that hears no beat is replaced each third time', async () => {
  const { heartbeat, restart } = await start(async () => undefined)
  await vi.advanceTimersByTimeAsync(9 * EVERY_MS + 1)
  expect([restart.mock.calls.length, heartbeat.up]).toEqual([2, false])
  heartbeat.stop()
})

test('while beats cannot be sent the listener reconnects by itself, and is not replaced', async () => {
  const { heartbeat, restart } = await start(() => Promise.reject(new Error('away')))
  await vi.advanceTimersByTimeAsync(100 * EVERY_MS)
  expect([restart.mock.calls.length, heartbeat.up]).toEqual([0, false])
  heartbeat.stop()
})
