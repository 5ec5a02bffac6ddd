/** Pages that this service shows to browsers. */
export const pages = {
  start: {
    about: 'Un service de réservation de logements : comptes, recherche, calendriers, prix, réservations et paiements.',
    demo: 'Comptes de démonstration',
    links: {
      docs: 'Documentation interactive',
      openapi: 'Description OpenAPI, pour les machines',
      health: 'État du service',
      mailbox: 'Boîte mail de développement',
    },
  },
  pay: {
    title: 'Paiement de votre séjour',
    button: 'Payer',
    states: {
      due: 'À payer :',
      paid: 'Déjà payé. Merci !',
      returned: 'Ce paiement a été remboursé.',
      over: 'Ce paiement n’est plus possible.',
    },
  },
  /** On the provider's page, where a card is kept for the balance. */
  checkout: {
    agreement: ({ money, day }: { money: string; day: string | null }) =>
      `En payant, vous acceptez que le solde de ${money} soit débité de cette carte le ${day}.`,
  },
  confirmation: {
    title: ({ id }: { id: number }) => `Réservation n° ${id}`,
    message: 'Rien à payer maintenant. Retrouvez-la dans votre compte.',
  },
  unsubscribe: {
    title: 'Ne plus recevoir ces e-mails',
    button: 'Ne plus les recevoir',
  },
  undo: {
    title: 'Annuler un changement',
    button: 'Annuler le changement',
  },
}
