import postgres from 'postgres'
import { expect, test } from 'vitest'
import { Readers } from '../../../src/platform/db/readers.ts'
import { Semaphore } from '../../../src/platform/db/semaphore.ts'
import { RequestContext, runForRequest } from '../../../src/platform/lib/work-context.ts'

const half = (sql: string) => ({ sql, semaphore: new Semaphore(8, 1_000) })

/** Reads of routes that end when the test says so. */
function play() {
  const readers = new Readers<string>([half('one'), half('other')])
  return (route: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let on = ''
    const context = new RequestContext(() => false, 'a', undefined, route)
    const done = runForRequest(context, () =>
      readers.run((connection) => {
        on = connection
        return promise
      }),
    ).catch(() => undefined)
    return {
      half: on,
      async end() {
        resolve()
        await done
      },
      async giveUp() {
        const error = new postgres.PostgresError('canceling statement due to lock timeout')
        reject(Object.assign(error, { code: '55P03' }))
        await done
      },
    }
  }
}

test('a route keeps to one half, and another one takes the other', async () => {
  const read = play()
  const first = Array.from({ length: 5 }, () => read('/homes').half)
  expect(new Set(first).size).toBe(1)
  const second = Array.from({ length: 5 }, () => read('/reviews').half)
  expect(new Set(second).size).toBe(1)
  expect(first[0]).not.toBe(second[0])
})

test('routes that have met a lock share one half, and others leave it', async () => {
  const read = play()
  const reviews = read('/reviews')
  const homes = read('/homes')
  await homes.end()
  await reviews.giveUp()
  const locked = reviews.half
  expect(read('/reviews').half).toBe(locked)
  const ratings = read('/ratings')
  expect(ratings.half).not.toBe(locked)
  await ratings.giveUp()
  expect(read('/ratings').half).toBe(locked)
  expect(read('/homes').half).not.toBe(locked)
  expect(read('/search').half).not.toBe(locked)
})
