import type { Locale } from '../locales/locales.ts'

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
body{margin:0;background:#f4f1ea;font-family:Georgia,serif;color:#22332e;line-height:1.5;overflow-wrap:anywhere}
main{max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px}h1{font-size:22px;margin:0 0 20px}
button{background:#1f5c4d;color:#fff;border:0;padding:12px 20px;border-radius:6px;font:inherit;cursor:pointer}
${styles}</style></head><body><main>${body}</main></body></html>`
