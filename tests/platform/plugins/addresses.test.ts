import { globSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { test } from '../../support/app.ts'

test('addresses are made of operations: values of the path, and the rest as query', async ({ t }) => {
  const { app } = t
  expect(app.addressOf('showInvoice', { key: 'a/b' })).toBe('http://sejour.test/api/v1/invoices/a%2Fb')
  expect(app.addressOf('exportCalendar', { property_id: 'p', token: 't', except: 7 })).toBe(
    'http://sejour.test/api/v1/calendars/properties/p/ical/t.ics?except=7',
  )
  expect(() => app.addressOf('nothing')).toThrow('no operation nothing')
  expect(() => app.addressOf('showInvoice')).toThrow('showInvoice needs key')
})

test('every operation that an address is made of exists', async ({ t }) => {
  const { paths } = (await t.call('GET', '//openapi.json')).body
  const known = new Set(
    Object.values(paths as Record<string, Record<string, { operationId?: string }>>).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    ),
  )
  const used = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\baddressOf\('(\w+)'/g)].map(([, name]) => name),
  )
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter((name) => !known.has(name))).toEqual([])
})
