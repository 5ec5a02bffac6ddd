import type { Brand } from '../../platform/http/brand.ts'
import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

/** The page of an undo link: a message, and a button while the link can be used. Pure. */
export function undoPage(message: string, locale: Locale, brand: Brand | undefined, token?: string): string {
  const { title, button } = texts(locale).pages.undo
  const form =
    token === undefined
      ? ''
      : `<form method="post" action="undo-change"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
        `<button>${escapeHtml(button)}</button></form>`
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}`
  return htmlPage({ locale, title, body, brand })
}
