/** Short texts within others, and in what others read of this service. */
export const words = {
  stay: ({ home, check_in, check_out }: { home: string; check_in: string; check_out: string }) =>
    `« ${home} », du ${check_in} au ${check_out}`,
  /** In place of a message that is only a file. */
  attachedFile: 'Pièce jointe',
  /** What a refused sign-in says beside its error. */
  badCredentials: 'Identifiants invalides.',
  /** Nights of a home in its public calendar. */
  reserved: 'Réservé',
  unavailable: 'Indisponible',
}
