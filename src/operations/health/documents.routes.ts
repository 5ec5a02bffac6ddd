import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { latestPacked, pack, sendPacked } from '../../platform/http/packed.ts'
import { REFERENCE_READ } from '../../platform/http/revalidation.ts'

/** The folder of the repository: a page has the same path there and here, so that links between pages lead somewhere. */
const ROOT = path.resolve(import.meta.dirname, '../../..')

/** The pages for front ends, in the order in which to read them; the others follow. */
const FIRST = [
  'docs/front-ends.md',
  'docs/tour.md',
  'docs/design/api.md',
  'docs/design/realtime.md',
  'docs/design/payments.md',
  'docs/upgrading.md',
]

const readPage = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8')

/** A page as a line of a list: its title, and the first sentence below it. */
async function lineOf(name: string, publicUrl: string): Promise<string> {
  const [, title = name, about = ''] = /^# ([^\n]+)\n\n(.+?)(?:[.:](?:\s|$)|\n\n)/s.exec(await readPage(name)) ?? []
  return `- [${title}](${publicUrl}/${name}): ${about.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')}`
}

/** Pages that follow the first ones, and all files that pages link to. Found once: a folder does not change under a service. */
let found: { further: string[]; linked: string[] } | undefined
const findPages = () => {
  const docs = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name}`)
    .filter((name) => /\.(?:md|ts)$/.test(name))
  const further = [
    ...docs.filter((name) => /^docs\/(?:design\/)?[^/]+\.md$/.test(name)),
    'clients/typescript/README.md',
  ]
    .filter((name) => !FIRST.includes(name))
    .sort()
  // Targets of the links of the pages are here too, as far as they were installed.
  return { further, linked: ['CHANGELOG.md', ...docs] }
}

const pageParams = z.object({ page: z.string() })

/** GET /llms.txt (https://llmstxt.org), and the pages of docs/ that it lists, as Markdown. */
export const documents = fp(async (app: FastifyInstance) => {
  found ??= findPages()
  const { further, linked } = found
  const options = { exposeHeadRoute: true, ...REFERENCE_READ, schema: { hide: true } }

  const pages = new Set([...FIRST, ...further, ...linked])
  // By folder: a route for each page would make every start longer.
  for (const folder of new Set([...pages].map((name) => path.dirname(name)))) {
    const at = folder === '.' ? '' : `${folder}/`
    app.get(`/${at}:page([\\w-]+\\.(?:md|ts))`, options, async (request, reply) => {
      const { page } = pageParams.parse(request.params)
      const name = `${at}${page}`
      if (!pages.has(name)) throw new AppError('notFound')
      const type = name.endsWith('.md') ? 'text/markdown' : 'text/plain'
      return reply.type(`${type}; charset=utf-8`).send(await readPage(name))
    })
  }

  const overview = latestPacked(async (publicUrl) => {
    const list = async (names: string[]) => (await Promise.all(names.map((name) => lineOf(name, publicUrl)))).join('\n')
    const text = `# Séjour

> A self-hosted backend for booking rental homes: accounts, search, calendars, prices, reservations, payments, messages and real time.

The API is JSON over HTTP under ${publicUrl}/api/v1, and describes itself.

## The contract

- [OpenAPI 3.1](${publicUrl}/openapi.json): every operation, with examples and the codes of its refusals
- [AsyncAPI 3](${publicUrl}/asyncapi.json): every event of real time, with examples

## For front ends

${await list(FIRST)}

## How to book here

For assistants, by the Model Context Protocol, where a company lets them: \`POST ${publicUrl}/mcp\` with its key as \`Authorization: Bearer sj_mcp_…\`.

1. \`find_homes\` with a place, days and people has homes with the price of the whole stay.
2. \`get_home\` and \`free_days\` say more about one.
3. \`quote_stay\` keeps its price for two hours.
4. \`hold_stay\` keeps its nights for half an hour. The person pays at \`payment_url\`, and nowhere else: never ask for a card.
5. \`get_stay\`, \`change_stay\` and \`cancel_stay\` take the \`handle\` of step 4. The last two only show what would happen, until \`confirm: true\`.

Without a key, people search and book on the pages of the company; programs read the page of integrations below, "Assistants".

## Optional

${await list(further)}
`
    return pack(text, 'text/plain; charset=utf-8')
  })
  app.get('/llms.txt', options, async (request, reply) => sendPacked(request, reply, await overview(app.publicUrl)))
})
