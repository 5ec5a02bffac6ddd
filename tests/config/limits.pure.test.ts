import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'

test('LIMITS and KEEP have numbers by name, and the others keep their defaults', () => {
  const config = loadConfig({ LIMITS: '{"holdsPerGuest": 7}', KEEP: '{"messages": 730}' })
  expect(config.quotas).toMatchObject({ holdsPerGuest: 7, inquiriesPerGuest: 10 })
  expect(config.retention).toMatchObject({ messages: 730, notifications: 365 })
  expect(loadConfig({}).retention.messages).toBeUndefined()
  expect(config.earlierVariables).toEqual([])
})

test.for([
  [{ LIMITS: '{"holdsPerGuests": 7}' }, 'LIMITS'],
  [{ LIMITS: '{"holdsPerGuest": 0}' }, 'LIMITS.holdsPerGuest'],
  [{ LIMITS: '{"holdsPerGuest": "7"}' }, 'LIMITS.holdsPerGuest'],
  [{ LIMITS: '[7]' }, 'LIMITS'],
  [{ LIMITS: 'holdsPerGuest=7' }, 'LIMITS must be JSON'],
  [{ KEEP: '{"audit": 29}' }, 'KEEP.audit'],
  [{ HOLDS_PER_GUEST: 'many' }, 'LIMITS.holdsPerGuest'],
  [{ AUDIT_DAYS: '29' }, 'KEEP.audit'],
] as const)('%j is refused, and named', ([env, named]) => {
  expect(() => loadConfig(env)).toThrow(`Invalid configuration: ${named}`)
})

test('variables of before still work, say that they are old, and give way to the new one', () => {
  const { quotas, retention, earlierVariables } = loadConfig({
    HOLDS_PER_GUEST: '7',
    API_KEYS_PER_ACCOUNT: '8',
    AUDIT_DAYS: '90',
    MESSAGES_KEEP_DAYS: '',
    LIMITS: '{"apiKeysPerAccount": 9}',
  })
  expect(quotas).toMatchObject({ holdsPerGuest: 7, apiKeysPerAccount: 9 })
  expect(retention).toMatchObject({ audit: 90, messages: undefined })
  expect(earlierVariables.toSorted()).toEqual(['API_KEYS_PER_ACCOUNT', 'AUDIT_DAYS', 'HOLDS_PER_GUEST'])
})

test('variables without an effect are named, whatever they say', () => {
  const config = loadConfig({
    REDIS_URL: 'none',
    REALTIME_LEASE_SECONDS: '5',
    REALTIME_EVENT_BYTES: '7',
    REALTIME_SOCKETS: '9',
  })
  expect(config.unusedVariables.toSorted()).toEqual(['REALTIME_EVENT_BYTES', 'REALTIME_LEASE_SECONDS', 'REDIS_URL'])
  expect(config.realtime).toMatchObject({ leaseSeconds: 30, limits: { eventBytes: 10_240, sockets: 9 } })
  expect(loadConfig({ REDIS_URL: '' }).unusedVariables).toEqual([])
})
