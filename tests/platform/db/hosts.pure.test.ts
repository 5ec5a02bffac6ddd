import { describe, expect, test } from 'vitest'
import { addressesOf } from '../../../src/platform/db/address.ts'
import { choose } from '../../../src/platform/db/cluster/hosts.ts'

const placesOf = (url: string) => addressesOf(url).all.map(({ host, port, url: own }) => [host, port, own])

describe('a URL with several hosts', () => {
  test('is read as libpq does', () => {
    expect(placesOf('postgres://u:p%2C%40@one:5432,two:5433/db?target_session_attrs=read-write')).toEqual([
      ['one', 5432, 'postgres://u:p%2C%40@one:5432/db'],
      ['two', 5433, 'postgres://u:p%2C%40@two:5433/db'],
    ])
    expect(placesOf('postgres://u@[::1]:4,[fe80::1]/db')).toEqual([
      ['::1', 4, 'postgres://u@[::1]:4/db'],
      ['fe80::1', 5432, 'postgres://u@[fe80::1]:5432/db'],
    ])
    for (const url of [
      'postgres:///db?host=a,b&port=1,2',
      'postgres://a:1,b:2/db',
      'postgres://c/db?host=a,b&port=1,2',
    ])
      expect(placesOf(url)).toEqual([
        ['a', 1, 'postgres://a:1/db'],
        ['b', 2, 'postgres://b:2/db'],
      ])
    expect(placesOf('postgres://a,b/db?port=7').map(([, port]) => port)).toEqual([7, 7])
  })

  test('means the primary among them, unless it says that any will do; one host means itself', () => {
    const targetOf = (url: string) => addressesOf(url).target
    expect(targetOf('postgres://a,b/db')).toBe('primary')
    expect(targetOf('postgres://a/db?target_session_attrs=read-write')).toBe('primary')
    expect(targetOf('postgres://a,b/db?target_session_attrs=primary')).toBe('primary')
    expect(targetOf('postgres://a,b/db?target_session_attrs=any')).toBe('any')
    expect(targetOf('postgres://a/db')).toBe('any')
  })

  test('that makes no sense is refused in a sentence', () => {
    expect(() => addressesOf('postgres://a,b,c/db?port=1,2')).toThrow('one port, or one for each host')
    expect(() => addressesOf('postgres://a,b:x/db')).toThrow('a host that is not understood')
    expect(() => addressesOf('postgres://a,b/db?target_session_attrs=standby')).toThrow(
      'target_session_attrs must be one of any, read-write, primary',
    )
  })
})

describe('of the servers that answer', () => {
  const addresses = addressesOf('postgres://a,b,c/db')
  const [a, b, c] = addresses.all
  const primary = (address = a, timeline = '00000001') => ({ address, timeline, standby: false, read_only: false })
  const standby = (address = a) => ({ address, timeline: '', standby: true, read_only: true })

  test('the primary is used, the one that was promoted last, and that writes', () => {
    expect(choose([standby(a), primary(b), standby(c)], addresses)?.address).toBe(b)
    expect(choose([primary(a), primary(c, '00000002')], addresses)?.address).toBe(c)
    expect(choose([primary(a), primary(c, '00000002')], addresses, a)?.address).toBe(c)
    expect(choose([{ ...primary(a, '00000009'), read_only: true }, primary(c)], addresses)?.address).toBe(c)
    expect(choose([{ ...primary(b), read_only: true }, standby(a)], addresses)?.address).toBe(b)
    expect(choose([standby(a), standby(b)], addresses)).toBeUndefined()
    expect(choose([], addresses)).toBeUndefined()
  })

  test('the present one stays where two are alike, and otherwise the first', () => {
    expect(choose([primary(c), primary(b)], addresses)?.address).toBe(b)
    expect(choose([primary(b), primary(c)], addresses, c)?.address).toBe(c)
    expect(choose([standby(c), standby(b)], { ...addresses, target: 'any' })?.address).toBe(b)
  })
})
