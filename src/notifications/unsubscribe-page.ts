import { escapeHtml, htmlPage } from '../http/html.ts'
import { inLocale, type Locale, type Text } from '../http/locale.ts'

const TITLE: Text = ['Ne plus recevoir ces e-mails', 'Stop these e-mails']
const BUTTON: Text = ['Ne plus les recevoir', 'Stop them']

/** The page behind the link: a message, and a button that posts to the same address while there is something to end. Pure. */
export function unsubscribePage(message: string, locale: Locale, button: boolean): string {
  const title = inLocale(TITLE, locale)
  const form = button ? `<form method="post"><button>${escapeHtml(inLocale(BUTTON, locale))}</button></form>` : ''
  return htmlPage({ locale, title, body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}` })
}
