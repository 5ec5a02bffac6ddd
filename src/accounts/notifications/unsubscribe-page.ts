import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

/** The page behind the link: a message, and a button that posts to the same address while there is something to end. Pure. */
export function unsubscribePage(message: string, locale: Locale, asks: boolean): string {
  const { back, unsubscribe } = texts(locale).pages
  const { title, button } = unsubscribe
  const form = asks ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return htmlPage({
    locale,
    title,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}<p><a href="/">${escapeHtml(back)}</a></p>`,
  })
}
