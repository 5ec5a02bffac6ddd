import { connect } from 'node:net'
import { expect, vi } from 'vitest'
import { test } from '../../support/app.ts'

test('a large body that hardly arrives is refused, and gives up its place', async ({ t }) => {
  const { host, port } = await t.listen()
  const socket = connect({ host, port })
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  const head = ['POST /api/v1/auth/register HTTP/1.1', 'host: x', 'content-length: 4000000']
  socket.write(`${[...head, 'content-type: multipart/form-data; boundary=x'].join('\r\n')}\r\n\r\n--x`)
  await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1.1 408 /), { timeout: 30_000, interval: 200 })
  socket.destroy()
})
