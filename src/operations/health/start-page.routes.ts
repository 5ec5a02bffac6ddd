import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import packageJson from '../../../package.json' with { type: 'json' }
import { escapeHtml, isBrowser } from '../../platform/http/html.ts'
import { type Locale, type Texts, texts } from '../../platform/locales/locales.ts'

/** Accounts that can sign in to the demo. */
export interface DemoAccount {
  role: string
  /** Public name of the account. */
  name: string
  login: string
  password: string
}

interface Link {
  name: keyof Texts['pages']['start']['links']
  path: string
}

const NAME = 'Séjour'

const LINKS: Link[] = [
  { name: 'docs', path: '/docs' },
  { name: 'openapi', path: '/openapi.json' },
  { name: 'asyncapi', path: '/asyncapi.json' },
  { name: 'health', path: '/health/ready' },
  { name: 'mailbox', path: '/dev/mailbox' },
]

const STYLE = `
body{margin:0;background:#f4f1ea;font-family:Georgia,serif;color:#22332e;line-height:1.5}
main{max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px}h1{margin:0 0 8px}h2{font-size:18px}
small{color:#5c6b66}a{color:#1f5c4d}ul{padding-left:20px}td{padding:2px 16px 2px 0}`

/** Nothing may run or be loaded, and no style but the page's own. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** GET /: for browsers the window, or where it is not served a page that says what this is; for programs the same as JSON. */
export const startPage = fp(async (app: FastifyInstance) => {
  app.decorate('demoAccounts', [])

  /** To what this service has: the mailbox is not everywhere. */
  const links = () => LINKS.filter(({ path: url }) => app.hasRoute({ method: 'GET', url }))

  app.get('/', { exposeHeadRoute: true, schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'Accept, Accept-Language')
    if (!isBrowser(request)) {
      const paths = Object.fromEntries(links().map(({ name, path }) => [name, path]))
      return { name: NAME, version: packageJson.version, links: paths }
    }
    if (app.windowShell) return app.windowShell(request, reply)
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8')
    return page(request.locale, links(), app.demoAccounts)
  })
})

function page(locale: Locale, links: Link[], accounts: DemoAccount[]): string {
  const text = texts(locale).pages.start
  const items = links.map(
    ({ name, path }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(text.links[name])}</a></li>`,
  )
  const rows = accounts.map(
    ({ role, login, password }) =>
      `<tr>${[role, login, password].map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  )
  const demo = rows.length > 0 ? `<h2>${escapeHtml(text.demo)}</h2><table>${rows.join('')}</table>` : ''
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${NAME}</title><style>${STYLE}</style></head><body><main>
<h1>${NAME} <small>${escapeHtml(packageJson.version)}</small></h1><p>${escapeHtml(text.about)}</p><ul>${items.join('')}</ul>${demo}
</main></body></html>`
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Empty but where the demo's data is. */
    demoAccounts: DemoAccount[]
  }
}
