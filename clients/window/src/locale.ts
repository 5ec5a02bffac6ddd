const KEY = 'sejour-language'

/** The language of the page: the chosen one, or that which the service found in the browser's list. */
export function locale(): 'fr' | 'en' {
  const chosen = localStorage.getItem(KEY) ?? document.documentElement.lang
  return chosen === 'en' ? 'en' : 'fr'
}

/** Begins anew in the other language: everything that was read is in the present one. */
export function changeLocale(): void {
  localStorage.setItem(KEY, locale() === 'fr' ? 'en' : 'fr')
  location.reload()
}
