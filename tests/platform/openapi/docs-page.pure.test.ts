import { describe, expect, test } from 'vitest'
import { encodingOf } from '../../../src/platform/http/packed.ts'
import { documentSchema } from '../../../src/platform/openapi/document.ts'
import { curlOf } from '../../../src/platform/openapi/page/curl.ts'
import { callersOf } from '../../../src/platform/openapi/page/operation.ts'
import { renderPage } from '../../../src/platform/openapi/page/render.ts'
import { guide } from '../../../src/reference/texts/guide.ts'

const HOSTILE = `</textarea><script>alert('x')</script>"&`

describe('the page of a document', () => {
  test('escapes all that is in it', () => {
    const schema = {
      type: 'object',
      description: HOSTILE,
      properties: { [HOSTILE]: { type: 'string', enum: [HOSTILE], description: HOSTILE, format: HOSTILE } },
    }
    const content = { 'application/json': { schema, example: { [HOSTILE]: HOSTILE } } }
    const form = { 'multipart/form-data': { schema, example: { [HOSTILE]: HOSTILE } } }
    const operation = {
      operationId: HOSTILE,
      tags: [HOSTILE],
      summary: HOSTILE,
      description: HOSTILE,
      security: [{ [HOSTILE]: [] }],
      parameters: [{ name: HOSTILE, in: 'query', description: HOSTILE, example: HOSTILE, schema: { type: HOSTILE } }],
      responses: { 200: { description: HOSTILE, content }, 400: { description: HOSTILE, content } },
    }
    const publicUrl = `http://sejour.test/${HOSTILE}`
    const source = {
      publicUrl,
      audiences: { [HOSTILE]: HOSTILE },
      document: documentSchema.parse({
        info: { title: HOSTILE, version: HOSTILE, description: HOSTILE },
        tags: [{ name: HOSTILE, description: HOSTILE }],
        paths: {
          [`/${HOSTILE}`]: {
            post: { ...operation, requestBody: { content } },
            put: { ...operation, requestBody: { content: form } },
          },
        },
        components: { schemas: { [HOSTILE]: schema } },
      }),
    }
    const page = renderPage(source, guide(publicUrl))
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(40)
    expect(page).not.toContain('<script>')
    expect(page.match(/<\/textarea>/g)).toHaveLength(1)
    expect(page).not.toContain(`')"`)
  })

  test.each([
    [undefined, 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['brotli', 'identity'],
  ])('answers %j with %s', (header, encoding) => expect(encodingOf(header)).toBe(encoding))
})

const placed = (operation: object) => ({
  method: 'post',
  path: '/a/{id}/b',
  operation: { responses: {}, ...operation },
})

describe('the command of an operation', () => {
  test('has its examples and a token, and quotes what a shell would take', () => {
    const given = placed({
      security: [{ bearer: [] }],
      parameters: [
        { name: 'id', in: 'path', example: 'x y' },
        { name: 'q', in: 'query', example: 'a&b' },
        { name: 'page', in: 'query' },
        { name: 'x-key', in: 'header', example: 'k' },
      ],
      requestBody: { content: { 'application/json': { example: { text: "it's" } } } },
    })
    expect(curlOf(given, 'http://s').split(' \\\n  ')).toEqual([
      "curl -X POST 'http://s/a/x%20y/b?q=a%26b'",
      '-H "authorization: Bearer $TOKEN"',
      "-H 'x-key: k'",
      "-H 'content-type: application/json'",
      `-d '{"text":"it'\\''s"}'`,
    ])
  })

  test('sends fields and files of a form', () => {
    const schema = { properties: { name: {}, photo: { format: 'binary' } } }
    const example = { name: 'Ada', photo: '(the bytes)' }
    const given = placed({ requestBody: { content: { 'multipart/form-data': { schema, example } } } })
    expect(curlOf(given, 'http://s').split(' \\\n  ').slice(1)).toEqual(["-F 'name=Ada'", "-F 'photo=@file'"])
  })
})

test.each([
  [[], 'Public.'],
  [[{}, { bearer: [] }], 'Public. With a token, the answer has more fields.'],
  [[{ bearer: [] }], 'For a signed-in account.'],
  [[{ signedAddress: [] }, { bearer: [] }], 'For anyone with the signed address, or a signed-in account.'],
])('who may call it, of %j', (security, said) => expect(callersOf(placed({ security }))).toBe(said))
