import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { PATH, rawSocket } from '../../support/sockets.ts'

test.extend({
  env: { CORS_ORIGINS: 'https://App.example.org/,https://other.example.org:443,capacitor://localhost/' },
})(
  'an origin is the same with and without a slash, a standard port and capitals, over HTTP and over a socket',
  async ({ t }) => {
    for (const origin of [
      'https://app.example.org',
      'https://app.example.org/',
      'https://other.example.org',
      'capacitor://localhost',
      'http://localhost:5173/',
    ]) {
      const socket = await rawSocket(t.app, PATH, { origin })
      expect((await socket.read()).event, origin).toBe('pusher:connection_established')
      const { headers } = await t.app.inject({ url: '/api/v1/hi', headers: { origin } })
      expect(headers['access-control-allow-origin'], origin).toBe(origin)
    }
    for (const origin of [
      'https://example.org',
      'http://app.example.org',
      'capacitor://other',
      'null',
      'app.example.org',
    ]) {
      const socket = await rawSocket(t.app, PATH, { origin })
      expect(await socket.closed, origin).toBe(4009)
      const { headers } = await t.app.inject({ url: '/api/v1/hi', headers: { origin } })
      expect(headers['access-control-allow-origin'], origin).toBeUndefined()
    }
  },
)
