import type { Texts } from '../fr.ts'

export const words = {
  stay: ({ home, check_in, check_out }) => `“${home}”, ${check_in} to ${check_out}`,
  attachedFile: 'Attached file',
  badCredentials: 'Invalid credentials.',
  reserved: 'Reserved',
  unavailable: 'Not available',
} satisfies Texts['words']
