import { expect, test } from 'vitest'
import { merged } from '../../../src/platform/http/options.ts'

const limited = { config: { rateLimit: { max: 5 } } }

test('parts of a route keep their limits, rights and hooks', () => {
  const first = async () => undefined
  const second = async () => undefined
  const options = merged(limited, { onRequest: [first] }, { config: { allHomes: true }, onRequest: second })
  expect(options.config).toEqual({ rateLimit: { max: 5 }, allHomes: true })
  expect(options.onRequest).toEqual([first, second])
})

test('a hook that the limiter adds to one route is not added to another', () => {
  const shared = { onRequest: [async () => undefined] }
  const [one, other] = [merged(shared, {}), merged(shared, {})]
  one.onRequest.push(async () => undefined)
  expect([one, other, shared].map(({ onRequest }) => onRequest.length)).toEqual([2, 1, 1])
})

test('a part never hides the limit of another one', () => {
  expect(() => merged(limited, { config: { rateLimit: false as const } })).toThrow('config.rateLimit')
  expect(() => merged({ bodyLimit: 10 }, { bodyLimit: 20 })).toThrow('bodyLimit')
})
