import { describe, expect, test } from 'vitest'
import { loggedPath } from '../../src/plugins/logged-path.ts'

const HOME = '/api/v1/calendars/properties/01980000-0000-7000-8000-000000000000'
const SECRET = '4f9b3f4e-3a60-4c6b-9b56-0d3a5c6f0a11'

describe('the path in a log', () => {
  test.for([
    `ical/${SECRET}.ics`,
    `ical/${SECRET}%2eics`,
    `ical/${SECRET}.%69cs`,
    `%69cal/${SECRET}.ics`,
    `%2569cal/${SECRET}.ics`,
    `%25252569cal/${SECRET}.ics`,
    `ICAL/${SECRET}.ICS`,
    `ical/${SECRET}.ics/`,
    `ical/${SECRET}`,
    `ical%2f${SECRET}.ics`,
    `ical%2F${SECRET}%zz`,
    `ical//${SECRET}.ics`,
    `ical/%0a${SECRET}.ics`,
    `ical/${SECRET}.ics?except=1`,
    `ical%3ftoken=${SECRET}`,
  ])('hides the secret of %s', (spelling) => {
    const logged = loggedPath(`${HOME}/${spelling}`)
    expect(logged).not.toContain(SECRET)
    expect(logged.startsWith(HOME)).toBe(true)
  })

  test('leaves out queries, also with an escaped question mark, and keeps the rest as it was sent', () => {
    expect(loggedPath(`/api/v1/auth/verify-email?token=${SECRET}`)).toBe('/api/v1/auth/verify-email')
    expect(loggedPath(`/api/v1/auth/verify-email%3Ftoken=${SECRET}`)).toBe('/api/v1/auth/verify-email')
    // People lose the question mark.
    expect(loggedPath(`/api/v1/unsubscribe;key=${SECRET}`)).toBe('/api/v1/unsubscribe')
    expect(loggedPath(`/api/v1/messages/attachments/1&signature=${SECRET}`)).toBe('/api/v1/messages/attachments/1')
    expect(loggedPath('/api/v1/cities/%C3%A9%zz')).toBe('/api/v1/cities/%C3%A9%zz')
  })
})
