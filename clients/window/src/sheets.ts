import { settings } from './settings.ts'

const loading = new Map<string, Promise<unknown>>()

/** Loads a style sheet, once. A sheet that does not arrive costs the page its looks, not its use. */
export function loadSheet(name: 'own' | 'office'): Promise<unknown> {
  const present = loading.get(name)
  if (present) return present
  const link = document.createElement('link')
  const loaded = new Promise((done) => {
    link.onload = done
    link.onerror = done
  })
  Object.assign(link, { rel: 'stylesheet', href: settings.sheets[name] })
  document.head.append(link)
  loading.set(name, loaded)
  return loaded
}
