import { expect, test } from 'vitest'
import { createLimiter } from '../../../src/platform/http/limiter.ts'
import { RequestContext, runForRequest } from '../../../src/platform/lib/work-context.ts'

/** Tasks of several parties that end when the test says so. */
function workshop(atOnce: number, maxWaiting: number) {
  const limited = createLimiter(atOnce, maxWaiting)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (party: string, what: string) =>
    runForRequest(new RequestContext(() => false, party), () =>
      limited(async () => {
        begun.push(what)
        await new Promise<void>((resolve) => ends.set(what, resolve))
      }),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (what: string) => {
    ends.get(what)?.()
    await settle()
  }
  return { begun, ask, end, settle }
}

test('a party has one task under way, and another party waits for one task, not for a queue', async () => {
  const { begun, ask, end, settle } = workshop(2, 40)
  const all = ['a1', 'a2', 'a3', 'a4'].map((what) => ask('a', what))
  await settle()
  expect(begun).toEqual(['a1'])
  all.push(ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2'))
  await settle()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await end('b1')
  expect(begun.at(-1)).toBe('c1')
  for (const what of ['c1', 'a2', 'b2', 'a3', 'a4']) await end(what)
  await Promise.all(all)
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
})

test('a full line takes a newcomer in place of the last task of whoever has most in it', async () => {
  const { begun, ask, end, settle } = workshop(1, 3)
  const first = ['a1', 'a2', 'a3', 'a4'].map((what) => ask('a', what))
  const refused = expect(first[3]).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  await settle()
  const newcomer = ask('b', 'b1')
  await refused
  for (const what of ['a1', 'a2', 'b1', 'a3']) await end(what)
  await newcomer
  await Promise.all(first.slice(0, 3))
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})
