import { encode } from 'uqr'

/** The dark modules of the QR code of a text as the data of an SVG path, and their number on a side. Pure. */
export function qrCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
