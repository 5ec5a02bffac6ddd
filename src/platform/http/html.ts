import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, texts } from '../locales/locales.ts'
import { type Brand, COLOUR, nameOf } from './brand.ts'

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
  brand?: Brand | undefined
}

const brandStyles = ({ colour }: Brand): string =>
  `.brand{margin:0 0 24px;font-weight:600}.brand img{display:block;max-height:64px;max-width:240px}.legal{margin:32px 0 0;font-size:13px;color:#5c6b66;white-space:pre-line}` +
  (colour === null ? '' : `a{color:${colour}}button,a.button{background:${colour};color:#fff}`)

/** The logo of a brand, or its name. Pure. */
const brandHead = ({ name, logo_url }: Brand): string =>
  `<p class="brand">${logo_url === null ? escapeHtml(name) : `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(name)}">`}</p>`

const brandFoot = ({ name, site, legal }: Brand): string => {
  const shown = site === null ? escapeHtml(name) : `<a href="${escapeHtml(site)}">${escapeHtml(name)}</a>`
  return `<p class="legal">${shown}${legal === null ? '' : `\n${escapeHtml(legal)}`}</p>`
}

/** A page of the service for people: a sheet with a title, and buttons. Nothing in it runs, and a logo alone is loaded. Pure. */
export const htmlPage = ({ locale, title, body, styles = '', brand }: HtmlPage): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
body{margin:0;background:#f4f1ea;font-family:system-ui,'Segoe UI','Noto Sans','Open Sans',Ubuntu,Roboto,'Liberation Sans',sans-serif;color:#22332e;line-height:1.5;overflow-wrap:anywhere}
main{max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px;box-sizing:border-box}
@media(max-width:600px){main{margin:16px;padding:24px}}a{color:${COLOUR}}h1{font-size:22px;margin:0 0 20px}
button{background:${COLOUR};color:#fff;border:0;padding:12px 20px;border-radius:6px;font:inherit;cursor:pointer}
${styles}${brand ? brandStyles(brand) : ''}</style></head><body><main>${brand ? brandHead(brand) : ''}${body}${brand ? brandFoot(brand) : ''}</main></body></html>`

/** Allows the styles of a page and its form, pictures, among them the logo of a brand, and no scripts. */
export const FORM_PAGE_POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

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

/** A way back to the site of a brand, or to the root of the service. Pure. */
export const backLink = (locale: Locale, brand: Brand | undefined): string =>
  `<p><a href="${escapeHtml(brand?.site ?? '/')}">${escapeHtml(texts(locale).pages.back(nameOf(brand)))}</a></p>`

/** A page with a title, a sentence and a way back. Pure. */
export function messagePage(title: string, message: string, locale: Locale, brand: Brand | undefined): string {
  const back = backLink(locale, brand)
  return htmlPage({ locale, title, brand, body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${back}` })
}

/** The page of a refusal; `message` says why. Pure. */
export const refusalPage = (message: string, locale: Locale, brand: Brand | undefined): string =>
  messagePage(texts(locale).pages.refused, message, locale, brand)
