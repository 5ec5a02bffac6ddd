const BROWSERS: [RegExp, string][] = [
  [/\bEdg\w*\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** A name that people recognise, of what a browser or program says of itself: `Firefox, Linux`, `curl/8.11.1`. Pure. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = userAgent?.trim() ?? ''
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1]
  const names = [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined)
  const shown = names.length > 0 ? names.join(', ') : (text.split(/\s/)[0] ?? '').slice(0, 60)
  return shown === '' ? null : shown
}
