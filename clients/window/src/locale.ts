const KEY = 'sejour-language'

/** The language of the page: the chosen one, or that which the service found in the browser's list. */
export function locale(): 'fr' | 'en' {
  const chosen = localStorage.getItem(KEY) ?? document.documentElement.lang
  return chosen === 'en' ? 'en' : 'fr'
}

export const otherLocale = (): 'fr' | 'en' => (locale() === 'fr' ? 'en' : 'fr')

/** Begins anew in another language: everything that was read is in the present one. */
export function changeLocale(next: 'fr' | 'en'): void {
  localStorage.setItem(KEY, next)
  location.reload()
}
