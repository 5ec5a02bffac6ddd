import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, texts } from '../locales/locales.ts'

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

export interface HtmlPage {
  locale: Locale
  title: string
  /** HTML of the page below its title, with everything escaped that is not the page's own. */
  body: string
  /** Further styles. */
  styles?: string
}

/** A page of the service for people: a sheet with a title, and buttons. Nothing in it runs or is loaded. Pure. */
export const htmlPage = ({ locale, title, body, styles = '' }: HtmlPage): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
body{margin:0;background:#f4f1ea;font-family:system-ui,'Segoe UI','Noto Sans','Open Sans',Ubuntu,Roboto,'Liberation Sans',sans-serif;color:#22332e;line-height:1.5;overflow-wrap:anywhere}
main{max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px;box-sizing:border-box}
@media(max-width:600px){main{margin:16px;padding:24px}}a{color:#1f5c4d}h1{font-size:22px;margin:0 0 20px}
button{background:#1f5c4d;color:#fff;border:0;padding:12px 20px;border-radius:6px;font:inherit;cursor:pointer}
${styles}</style></head><body><main>${body}</main></body></html>`

/** Allows the styles of a page and its form, and no scripts or external content. */
export const FORM_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** True if a person reads the answer: only browsers name HTML, and programs that take anything get JSON. */
export const isBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.includes('text/html') ?? false

/** The headers of a page that is for one reader, and sent as it is. */
export const asPage = (reply: FastifyReply, policy = FORM_PAGE_POLICY): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .serializer(String)

/** A page with a title, a sentence and a way back. Pure. */
export function messagePage(title: string, message: string, locale: Locale): string {
  const back = `<p><a href="/">${escapeHtml(texts(locale).pages.back)}</a></p>`
  return htmlPage({ locale, title, body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${back}` })
}

/** The page of a refusal; `message` says why. Pure. */
export const refusalPage = (message: string, locale: Locale): string =>
  messagePage(texts(locale).pages.refused, message, locale)
