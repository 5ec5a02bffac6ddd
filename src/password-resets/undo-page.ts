import { inLocale, type Locale, type Text } from '../http/locale.ts'
import { escapeHtml } from '../mail/templates.ts'

/** Allows the styles of the page and its form, and no scripts or external content. */
export const UNDO_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const TITLE: Text = ['Annuler un changement', 'Undo a change']
const BUTTON: Text = ['Annuler le changement', 'Undo the change']

/** The page of an undo link: a message, and a button while the link can be used. Pure. */
export function undoPage(message: string, locale: Locale, token?: string): string {
  const title = inLocale(TITLE, locale)
  const form =
    token === undefined
      ? ''
      : `<form method="post" action="undo-change"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
        `<button>${escapeHtml(inLocale(BUTTON, locale))}</button></form>`
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
body{margin:0;background:#f4f1ea;font-family:Georgia,serif;color:#22332e;line-height:1.5}
main{max-width:560px;margin:32px auto;background:#fff;padding:32px;border-radius:8px}h1{font-size:22px;margin:0 0 20px}
button{background:#1f5c4d;color:#fff;border:0;padding:12px 20px;border-radius:6px;font:inherit;cursor:pointer}
</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}</main></body></html>`
}
