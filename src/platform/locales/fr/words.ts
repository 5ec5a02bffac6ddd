import { dayWriter } from '../days.ts'

const days = dayWriter('fr-FR', {
  ordinal: (day) => (day === 1 ? '1er' : `${day}`),
  range: (from, to) => `du ${from} au ${to}`,
})

/** Short texts within others, and in what others read of this service. */
export const words = {
  stay: ({ home, check_in, check_out }: { home: string; check_in: string; check_out: string }) =>
    `« ${home} », ${days.range(check_in, check_out)}`,
  day: (day: string): string => days.day(day),
  days: (first: string, last: string): string => days.range(first, last),
  /** In place of a message that is only a file. */
  attachedFile: 'Pièce jointe',
  /** Texts of a refused sign-in beside its error. */
  secondFactor: 'Utilisez une clé d’accès, le code de votre application d’authentification ou un code de secours.',
  badCredentials: 'Identifiants invalides.',
  /** Nights of a home in its public calendar. */
  reserved: 'Réservé',
  unavailable: 'Indisponible',
  /** Kinds of tasks, and the name of their calendar. */
  task: { cleaning: 'Ménage', maintenance: 'Entretien', other: 'Tâche' },
  tasks: 'Tâches',
}
