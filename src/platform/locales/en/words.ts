import { dayWriter } from '../days.ts'
import type { Texts } from '../fr.ts'

const days = dayWriter('en-GB', { ordinal: String, range: (from, to) => `${from} to ${to}` })

export const words = {
  stay: ({ home, check_in, check_out }) => `“${home}”, ${days.range(check_in, check_out)}`,
  day: (day) => days.day(day),
  days: (first, last) => days.range(first, last),
  attachedFile: 'Attached file',
  secondFactor: 'Use a passkey, the code of your authenticator, or a recovery code.',
  badCredentials: 'Invalid credentials.',
  reserved: 'Reserved',
  unavailable: 'Not available',
  task: { cleaning: 'Cleaning', maintenance: 'Maintenance', other: 'Task' },
  tasks: 'Tasks',
} satisfies Texts['words']
