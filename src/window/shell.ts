import type { DemoAccount } from '../operations/health/start-page.routes.ts'
import type { Locale } from '../platform/locales/locales.ts'
import type { Bundle, Sheet } from './bundle.ts'

/** Data of the page for its script; clients/window/src/settings.ts reads it. */
export interface Settings {
  /** People to be, on a developer's machine; empty elsewhere. */
  accounts: DemoAccount[]
  /** True if there is a mailbox to look into. */
  mailbox: boolean
  /** The key of the sockets, as in `GET /config`. */
  realtime_key: string
  /** True if it has the screens of guests. */
  guests: boolean
  /** True if it has the screens of companies. */
  office: boolean
  /** Addresses of the style sheets that are loaded with the screens that need them. */
  sheets: Record<Sheet, string>
}

/** Data inside a page: nothing in it ends the element. Pure. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The page of the window; its script does the rest, and replaces the content of the first paint. Pure. */
export const shellPage = (
  { script, sheets }: Pick<Bundle, 'script' | 'sheets'>,
  settings: Settings,
  { locale, noScript, content = '' }: { locale: Locale; noScript: string; content?: string | undefined },
): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Séjour</title>
<link rel="icon" href="/docs/mark.svg" type="image/svg+xml"><link rel="stylesheet" href="${sheets.style}"><script type="module" src="${script}"></script></head>
<body><noscript><p>${noScript} <a href="/docs">/docs</a></p></noscript><div id="window">${content}</div>
<script type="application/json" id="settings">${embedded(settings)}</script></body></html>`
