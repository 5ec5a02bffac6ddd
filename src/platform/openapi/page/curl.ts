import type { Operation } from '../document.ts'

/** An operation with its place in the document. */
export interface Placed {
  method: string
  path: string
  operation: Operation
}

/** The content that an operation takes, as it is tried: the first one. */
export function bodyOf({ operation: { requestBody } }: Placed) {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {})
  return type === undefined || media === undefined ? undefined : { type, ...media }
}

/** True if a token makes a difference. */
export const takesToken = ({ operation }: Placed): boolean =>
  operation.security?.some((choice) => Object.hasOwn(choice, 'bearer')) ?? false

/** A text for a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The fields of an example of a form. */
export const fieldsOfExample = (example: unknown): [string, unknown][] =>
  typeof example === 'object' && example !== null ? Object.entries(example) : []

/** The command that sends an operation with its examples. Pure. */
export function curlOf(placed: Placed, publicUrl: string): string {
  const { method, path, operation } = placed
  const given = (operation.parameters ?? []).filter(({ example }) => example !== undefined)
  const filled = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  const query = new URLSearchParams(
    given.filter((parameter) => parameter.in === 'query').map(({ name, example }) => [name, String(example)]),
  )
  const url = `${publicUrl}${filled}${query.size > 0 ? `?${query}` : ''}`
  const headers = given
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, example }) => `-H ${quoted(`${name}: ${String(example)}`)}`)
  const token = takesToken(placed) ? ['-H "authorization: Bearer $TOKEN"'] : []
  const parts = [`curl -X ${method.toUpperCase()} ${quoted(url)}`, ...token, ...headers, ...contentOf(placed)]
  return parts.join(' \\\n  ')
}

function contentOf(placed: Placed): string[] {
  const body = bodyOf(placed)
  if (body === undefined) return []
  if (body.type === 'application/json') {
    return [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body.example ?? {}))}`]
  }
  const option = body.type === 'multipart/form-data' ? '-F' : '--data-urlencode'
  return fieldsOfExample(body.example).map(([name, value]) =>
    body.schema?.properties?.[name]?.format === 'binary'
      ? `-F ${quoted(`${name}=@file`)}`
      : `${option} ${quoted(`${name}=${String(value)}`)}`,
  )
}
