/** Identifiers that several examples name. */
export const HOME = '0198b1c2-7d3e-7f40-8a51-6c2d9e0f1a2b'
export const QUOTE = '0198b1c2-9e4f-7a61-b273-8d5e0f1a2b3c'
export const ADDRESS = 'camille@example.org'
