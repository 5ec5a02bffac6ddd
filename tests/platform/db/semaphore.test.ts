import { expect, onTestFinished, test, vi } from 'vitest'
import { Semaphore, Turns } from '../../../src/platform/db/semaphore.ts'
import { RequestContext, runForRequest } from '../../../src/platform/lib/work-context.ts'

const WAIT_MS = 60_000

test('those who wait for a connection take turns, however much one of them asks for', async () => {
  const semaphore = new Semaphore(2, WAIT_MS)
  const order: string[] = []
  const ask = (party: string, what: string) =>
    runForRequest(new RequestContext(() => false, party), async () => {
      const waiting = semaphore.acquire()
      if (waiting !== undefined) await waiting
      order.push(what)
    })
  const first = [ask('a', 'a1'), ask('a', 'a2')]
  await Promise.all(first)
  const asked = [
    ...Array.from({ length: 50 }, (_, index) => ask('a', `a${index + 3}`)),
    ask('b', 'b1'),
    ask('c', 'c1'),
    ask('b', 'b2'),
  ]
  expect(semaphore.figures()).toMatchObject({ taken: 2, waiting: 53 })
  for (let left = 0; left < asked.length; left++) {
    semaphore.release()
    await Promise.resolve()
  }
  await Promise.all(asked)
  expect(order.slice(0, 8)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  expect(order).toHaveLength(55)
  semaphore.release()
  semaphore.release()
  expect(semaphore.figures()).toMatchObject({ taken: 0, waiting: 0 })
})

test('who does not wait any more is passed over, and nobody loses a turn', async () => {
  const semaphore = new Semaphore(1, 20)
  expect(semaphore.acquire()).toBeUndefined()
  const late = runForRequest(new RequestContext(() => false, 'a'), () => semaphore.acquire())
  await expect(late).rejects.toThrow('No connection')
  let isGone = false
  const gone = runForRequest(new RequestContext(() => isGone, 'a'), () => semaphore.acquire())
  const patient = runForRequest(new RequestContext(() => false, 'b'), () => semaphore.acquire())
  isGone = true
  semaphore.release()
  await expect(gone).rejects.toThrow('gone')
  await patient
  expect(semaphore.figures()).toMatchObject({ taken: 1, waiting: 0 })
})

test('two tasks want a lock at once, others wait for their turn, and no other lock waits for them', async () => {
  const turns = new Turns(20)
  const { promise: held, resolve: leave } = Promise.withResolvers<void>()
  const first = turns.run(['home 1'], () => held)
  const { promise: stays, resolve: end } = Promise.withResolvers<void>()
  const second = turns.run(['home 1'], () => stays)
  const ask = () => runForRequest(new RequestContext(() => false, 'a'), () => turns.run(['home 1'], async () => 'mine'))
  await expect(ask()).rejects.toThrow('No connection')
  const next = ask()
  expect(await turns.run(['home 2'], async () => 'other')).toBe('other')
  leave()
  expect(await next).toBe('mine')
  end()
  await Promise.all([first, second])
})

test('a request that would wait for long is refused at once; those of others, and those that have written, are not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const semaphore = new Semaphore(1, WAIT_MS, 1_000)
  const ask = (party: string, request = new RequestContext(() => false, party)) =>
    runForRequest(request, async () => semaphore.acquire())
  await ask('a')
  // Nothing is known of how long places are taken.
  const waiting = Array.from({ length: 1_000 }, () => ask('a'))
  for (const place of waiting.slice(0, 32)) {
    vi.advanceTimersByTime(100)
    semaphore.release()
    await place
  }
  await expect(ask('a')).rejects.toThrow('No connection')
  const others = ask('b')
  const begun = new RequestContext(() => false, 'a')
  begun.resume()
  waiting.push(ask('a', begun))
  for (let left = 0; left < 971; left++) semaphore.release()
  await Promise.all([others, ...waiting])
  expect(semaphore.figures()).toMatchObject({ taken: 0, waiting: 0 })
})
