/** QR codes of bytes with error correction of level L and mask 0 (ISO/IEC 18004), for the versions below. */

/** Error correction: codewords of a block, and number of blocks, by version. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6]

const LEVEL_L_MASK_0 = 0b01000

/** Number of codewords of a version, those of the correction among them. Pure. */
function codewordsOf(version: number): number {
  const aligned = Math.floor(version / 7) + 2
  const all = (16 * version + 128) * version + 64
  const patterns = version === 1 ? 0 : (25 * aligned - 10) * aligned - 55 + (version >= 7 ? 36 : 0)
  return (all - patterns) >> 3
}

/** Product in the field of 256 elements. Pure. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

/** Codewords that correct errors of a block (Reed and Solomon). Pure. */
function correctionOf(block: number[], length: number): number[] {
  const divisor: number[] = [...Array(length - 1).fill(0), 1]
  for (let root = 1, i = 0; i < length; i++, root = times(root, 2))
    for (let j = 0; j < length; j++) divisor[j] = times(divisor[j] ?? 0, root) ^ (divisor[j + 1] ?? 0)
  const rest: number[] = Array(length).fill(0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let j = 0; j < length; j++) rest[j] = (rest[j] ?? 0) ^ times(divisor[j] ?? 0, factor)
  }
  return rest
}

/** Bits with a remainder after them, by a generator. Pure. */
function protectedBits(data: number, length: number, generator: number): number {
  let rest = data
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (length - 1)) * generator)
  return (data << length) | rest
}

/** The codewords of a text in their order, those of blocks in turn; undefined: it is too long. Pure. */
function encode(text: string): { version: number; codewords: number[] } | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  const versions = BLOCKS.map((blocks, index) => ({ blocks, length: CORRECTION[index] ?? 0, version: index + 1 }))
  const room = ({ version, blocks, length }: (typeof versions)[number]) => codewordsOf(version) - blocks * length
  const fits = (one: (typeof versions)[number]) => bytes.length + (one.version < 10 ? 2 : 3) <= room(one)
  const chosen = versions.find(fits)
  if (!chosen) return undefined
  const { version, blocks, length } = chosen
  // Four bits say that bytes follow, and 8 or 16 how many; four end them.
  const count = bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0')
  const bits = `0100${count}${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  for (let pad = 0xec; data.length < room(chosen); pad ^= 0xec ^ 0x11) data.push(pad)

  const short = Math.floor(room(chosen) / blocks)
  const longer = blocks - (room(chosen) % blocks)
  const parts = Array.from({ length: blocks }, (_, index) => {
    const from = index * short + Math.max(0, index - longer)
    return data.slice(from, from + short + (index >= longer ? 1 : 0))
  })
  const corrections = parts.map((part) => correctionOf(part, length))
  const inTurn = (lists: number[][], most: number) =>
    Array.from({ length: most }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
  return { version, codewords: [...inTurn(parts, short + 1), ...inTurn(corrections, length)] }
}

/** The dark modules of the QR code of a text as the data of an SVG path, and their number on a side; undefined: the text is too long. Pure. */
export function qrCode(text: string): { path: string; size: number } | undefined {
  const encoded = encode(text)
  if (!encoded) return undefined
  const { version, codewords } = encoded
  const size = version * 4 + 17
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size).fill(undefined))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  const square = (x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }

  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + aligned * 3 + 5) / (aligned * 4 - 4)) * 2
  const places = Array.from({ length: aligned }, (_, i) => (i === 0 ? 6 : size - 7 - (aligned - 1 - i) * step))
  for (const y of places)
    for (const x of places) {
      const isCorner = [x, y].every((one) => one === 6 || one === size - 7) && !(x === size - 7 && y === size - 7)
      if (!isCorner) square(x, y, 2, (distance) => distance !== 1)
    }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4)

  const format = protectedBits(LEVEL_L_MASK_0, 10, 0x537) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const isDark = ((format >> i) & 1) === 1
    if (i < 6) set(8, i, isDark)
    else if (i < 8) set(8, i + 1, isDark)
    else set(i === 8 ? 7 : 14 - i, 8, isDark)
    if (i < 8) set(size - 1 - i, 8, isDark)
    else set(8, size - 15 + i, isDark)
  }
  set(8, size - 8, true)
  if (version >= 7) {
    const bits = protectedBits(version, 12, 0x1f25)
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)]
      set(far, near, ((bits >> i) & 1) === 1)
      set(near, far, ((bits >> i) & 1) === 1)
    }
  }

  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (modules[y]?.[x] !== undefined) continue
        const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        set(x, y, isSet !== ((x + y) % 2 === 0))
        bit += 1
      }
    }
  }
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
