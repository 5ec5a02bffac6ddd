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
  /** Address of the picture in its tab; by default that of its brand. */
  icon?: string
  brand?: Brand | undefined
}

/** Colours and measures of the window (clients/window/src/css/base.css, controls.css); paper stays light. */
const LOOKS = `:root{color-scheme:light dark;--paper:#f7f4ec;--card:#fff;--ink:#1c2b27;--muted:#51605a;--line:#e0dbcd;--edge:#868c82;--accent:${COLOUR};--on:#fff;--soft:#e2efea;--warn:#fbedcf}
@media screen and (prefers-color-scheme:dark){:root{--paper:#141b19;--card:#1d2623;--ink:#eef1ec;--muted:#a9b4b0;--line:#34403c;--edge:#76827d;--accent:#7fc8b0;--on:#10201b;--soft:#24413a;--warn:#40321a}}
*{box-sizing:border-box}:root{accent-color:var(--accent)}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 -apple-system,"Segoe UI","Noto Sans","Open Sans",Ubuntu,Cantarell,Roboto,"Liberation Sans",sans-serif;overflow-wrap:anywhere}
main{max-width:35rem;margin:2.5rem auto;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.015em}p{margin:0 0 .75rem}a{color:var(--accent);text-underline-offset:.2em}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.25rem 1.25rem;border:1px solid transparent;border-radius:10px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
summary{cursor:pointer;font-weight:600}.warn{background:var(--warn)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media(max-width:40rem){main{margin:1rem;padding:1.25rem}}
@media print{body{background:none}main{margin:0;padding:0;border:0;max-width:none}}`

const brandStyles = ({ colour }: Brand): string =>
  `.brand{margin:0 0 1.5rem;font-weight:600}.brand img{display:block;max-height:64px;max-width:240px}.legal{margin:2rem 0 0;font-size:.8125rem;color:var(--muted);white-space:pre-line}` +
  (colour === null
    ? ''
    : `:root{--accent:${colour}}button,a.button{background:${colour};color:#fff}@media screen and (prefers-color-scheme:dark){:root{--accent:color-mix(in srgb,${colour} 45%,#fff)}}`)

/** The logo of a brand, or its name. Pure. */
const brandHead = ({ name, logo_url }: Brand): string =>
  `<p class="brand">${logo_url === null ? escapeHtml(name) : `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(name)}">`}</p>`

const brandFoot = ({ name, site, legal }: Brand): string => {
  const shown = site === null ? escapeHtml(name) : `<a href="${escapeHtml(site)}">${escapeHtml(name)}</a>`
  return `<p class="legal">${shown}${legal === null ? '' : `\n${escapeHtml(legal)}`}</p>`
}

/** The mark of the service. */
const MARK = '/docs/mark.svg'

/** The logo of a brand, or a disc of its colour, which names nobody. Without one, browsers would ask for `/favicon.ico`. Pure. */
const iconOf = (brand: Brand | undefined): string =>
  brand?.logo_url ??
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1" fill="${brand?.colour ?? COLOUR}"/></svg>`)}`

/** A page of the service for people: a sheet with a title, and buttons. Nothing in it runs, and pictures of its brand alone are loaded. Pure. */
export const htmlPage = ({ locale, title, body, styles = '', brand, icon = iconOf(brand) }: HtmlPage): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="${escapeHtml(icon)}"><style>
${LOOKS}
${styles}${brand ? brandStyles(brand) : ''}</style></head><body><main>${brand ? brandHead(brand) : ''}${body}${brand ? brandFoot(brand) : ''}</main></body></html>`

/** Allows the styles of a page, pictures, among them the logo of a brand, forms to some addresses, and no scripts. */
export const pagePolicy = (forms: string): string =>
  `default-src 'none'; img-src 'self' https: data:; style-src 'unsafe-inline'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`

export const FORM_PAGE_POLICY = pagePolicy("'self'")

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
  return htmlPage({
    locale,
    title,
    brand,
    icon: brand ? iconOf(brand) : MARK,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${back}`,
  })
}

/** The page of a refusal; `message` says why. Pure. */
export const refusalPage = (message: string, locale: Locale, brand: Brand | undefined): string =>
  messagePage(texts(locale).pages.refused, message, locale, brand)
