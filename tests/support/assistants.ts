import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { makeKey } from './keys.ts'

export const BOOKING_SCOPES = ['reservations.read', 'reservations.write', 'payments.read']

/** Tokens of a text, rather too many: tokenizers of today take three to four bytes of JSON for one. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

/** A client of an earlier revision, with a key. */
export function assistantOf(t: Pick<TestApp, 'call'>, { token }: Pick<Awaited<ReturnType<typeof makeKey>>, 'token'>) {
  const send = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    t.call('POST', '//mcp', { jsonrpc: '2.0', id: 1, method, params }, { token, headers })
  const call = async (name: string, args: object) => {
    const { status, body } = await send('tools/call', { name, arguments: args })
    expect([status, body.error]).toEqual([200, undefined])
    const text: string = body.result.content[0].text
    return { isError: body.result.isError === true, text, said: body.result.isError ? undefined : JSON.parse(text) }
  }
  return { send, call }
}
