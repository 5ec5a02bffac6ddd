import { expect, test } from 'vitest'
import { startLoop, UNTIL_WOKEN } from '../../../src/platform/lib/loop.ts'

test('a loop that is woken, also during a step, runs once more, and then rests', async () => {
  const steps = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  let count = 0
  const loop = startLoop(async () => {
    steps[count++]?.resolve()
    // A wake-up during a step has the next rest left out.
    if (count === 1) {
      await Promise.resolve()
      loop.wake()
    }
    return UNTIL_WOKEN
  }, 1)
  await steps[1]?.promise
  expect(count).toBe(2)
  loop.wake()
  loop.wake()
  await steps[2]?.promise
  await loop.stop()
  expect(count).toBe(3)
})
