import type { Brand } from '../../platform/http/brand.ts'
import { backLink, escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

/** The page behind the link: a message, and a button that posts to the same address while there is something to end. Pure. */
export function unsubscribePage(message: string, locale: Locale, asks: boolean, brand: Brand | undefined): string {
  const { unsubscribe } = texts(locale).pages
  const { title, button } = unsubscribe
  const form = asks ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return htmlPage({
    locale,
    title,
    brand,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}${backLink(locale, brand)}`,
  })
}
