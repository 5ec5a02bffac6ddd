import { escapeHtml, htmlPage } from '../http/html.ts'
import { inLocale, type Locale, type Text } from '../http/locale.ts'

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
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}`
  return htmlPage({ locale, title, body })
}
