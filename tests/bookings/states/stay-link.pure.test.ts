import { expect, test } from 'vitest'
import {
  earlierLink,
  LINK_SCOPES,
  mailedLink,
  numberOfKey,
  openKey,
  stayLink,
  tagOf,
  travelLink,
  withoutKeys,
} from '../../../src/bookings/states/stay-link.ts'
import type { HostingContext } from '../../../src/hosting/context.ts'

const config = { jwtSecret: 'secret', jwtPreviousSecrets: [] as string[] }
const context = { config, addressOf: (_: string, { key }: { key: string }) => key } as unknown as HostingContext
const stay = { id: 42, link_version: 3, has_grants: true }
const SUBSETS = Array.from({ length: 2 ** LINK_SCOPES.length }, (_, bits) =>
  LINK_SCOPES.filter((_scope, place) => Math.floor(bits / 2 ** place) % 2 === 1),
)

test('a link of every set of scopes opens these, whoever it was made for, and no key of another stay or version', () => {
  for (const scopes of SUBSETS) {
    for (const origin of ['guest', 'company'] as const) {
      const key = stayLink(context, stay, { origin, scopes })
      expect(openKey(config, stay, key)).toEqual({ view: 'full', origin, scopes, mailed_tag: undefined })
      const travel = travelLink(context, stay, { origin, scopes })
      expect(openKey(config, stay, travel)).toEqual({ view: 'travel', origin, scopes, mailed_tag: undefined })
      expect(openKey(config, { ...stay, link_version: 4 }, key)).toBeUndefined()
      expect(openKey(config, { ...stay, id: 43 }, key.replace('42.', '43.'))).toBeUndefined()
    }
    const mailed = mailedLink(context, stay, { email: 'Ada@example.org', email_scopes: scopes })
    expect(openKey(config, stay, mailed)).toEqual({
      ...{ view: 'full', origin: 'mailed', scopes, mailed_tag: tagOf(config, stay, 'ada@example.org') },
    })
    expect(withoutKeys(`https://x/stay/${mailed} and /stay/${mailed}`)).toBe('https://x/stay/42… and /stay/42…')
  }
})

test('no character of a key can be another one, so nobody widens a link', () => {
  const narrow = mailedLink(context, stay, { email: 'ada@example.org', email_scopes: [] })
  const keys = [narrow, stayLink(context, stay, { origin: 'company', scopes: [] }), earlierLink(context, stay)]
  for (const key of keys) {
    for (let place = 0; place < key.length; place++) {
      for (const other of ['0', '8', 'a', 'c', 'f', 'g', 'm', 't', '-']) {
        if (key[place] === other) continue
        const forged = key.slice(0, place) + other + key.slice(place + 1)
        const number = numberOfKey(forged)
        const opened = number === undefined ? undefined : openKey(config, { ...stay, id: number }, forged)
        // The last character of a signature has two bits that say nothing.
        if (place < key.length - 1) expect(opened, forged).toBeUndefined()
      }
    }
    expect(openKey(config, stay, key.slice(0, -1))).toBeUndefined()
    expect(openKey(config, stay, `42.cfff${key.slice(-43)}`)).toBeUndefined()
    expect(openKey(config, stay, `42.${key.slice(-43)}`)?.origin).toBe(key === keys[2] ? 'earlier' : undefined)
  }
})

test('while nodes of 0.2 serve, all links are as theirs', () => {
  const before = { ...stay, has_grants: false }
  const earlier = earlierLink(context, stay)
  expect(earlier).toMatch(/^42\.[\w-]{43}$/)
  expect(mailedLink(context, before, { email: 'ada@example.org', email_scopes: [] })).toBe(earlier)
  expect(stayLink(context, before, { origin: 'company', scopes: [] })).toBe(earlier)
  expect(openKey(config, stay, earlier)).toMatchObject({ origin: 'earlier', scopes: LINK_SCOPES })
})

test('a rotated secret opens links of before', () => {
  const key = stayLink(context, stay, { origin: 'company', scopes: ['payments.read'] })
  const rotated = { jwtSecret: 'new', jwtPreviousSecrets: ['secret'] }
  expect(openKey(rotated, stay, key)).toMatchObject({ scopes: ['payments.read'] })
  expect(openKey({ jwtSecret: 'new', jwtPreviousSecrets: [] }, stay, key)).toBeUndefined()
})
