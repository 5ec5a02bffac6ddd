import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { htmlPage, messagePage } from '../../../src/platform/http/html.ts'

const BRAND = { name: 'Lago', logo_url: null, colour: '#123456', site: null, reply_to: null, legal: null }

/** The colours that a text of CSS gives to names, in the order of its blocks; `--green` of the window is the accent of pages. */
const coloursOf = (css: string): string[] =>
  [...css.matchAll(/--(paper|card|ink|muted|line|edge|green|accent|on|soft):\s*(#[0-9a-f]+)/g)].map(
    ([, name, colour]) => `${name === 'green' ? 'accent' : name} ${colour}`,
  )

test('pages behind links have the colours of the window, by day and by night', () => {
  const base = path.resolve(import.meta.dirname, '../../../clients/window/src/css/base.css')
  const colours = coloursOf(htmlPage({ locale: 'en', title: '', body: '' }))
  expect(colours).toHaveLength(18)
  expect(colours).toEqual(coloursOf(readFileSync(base, 'utf8')))
})

test('a page has a picture for its tab, which is never the mark of the service under a brand', () => {
  const iconOf = (page: string) => /<link rel="icon" href="([^"]+)">/.exec(page)?.[1]
  const page = (brand?: typeof BRAND | (Omit<typeof BRAND, 'logo_url'> & { logo_url: string })) =>
    iconOf(htmlPage({ locale: 'en', title: '', body: '', brand }))
  expect(page()).toMatch(/^data:image\/svg\+xml,/)
  expect(page(BRAND)).toContain(encodeURIComponent('#123456'))
  expect(page({ ...BRAND, logo_url: 'https://lago.example/logo.png' })).toBe('https://lago.example/logo.png')
  expect(iconOf(messagePage('', '', 'en', undefined))).toBe('/docs/mark.svg')
  expect(iconOf(messagePage('', '', 'en', BRAND))).toBe(page(BRAND))
})
