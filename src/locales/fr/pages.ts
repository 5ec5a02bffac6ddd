/** Pages that this service shows to browsers. */
export const pages = {
  back: 'Retour à Séjour',
  refused: 'Cela n’a pas fonctionné',
  verified: {
    title: 'Adresse confirmée',
    message: 'Votre adresse e-mail est confirmée. Vous pouvez vous connecter.',
  },
  start: {
    about: 'Un service de réservation de logements : comptes, recherche, calendriers, prix, réservations et paiements.',
    demo: 'Comptes de démonstration',
    links: {
      docs: 'Documentation interactive',
      openapi: 'Description OpenAPI, pour les machines',
      asyncapi: 'Description AsyncAPI des événements',
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
    agreement: ({ money, day }: { money: string; day: string }) =>
      `En payant, vous acceptez que le solde de ${money} soit débité de cette carte le ${day}.`,
  },
  confirmation: {
    title: ({ id }: { id: number }) => `Réservation n° ${id}`,
    open: ({ money }: { money: string }) => `Il reste ${money} à payer. Retrouvez la réservation dans votre compte.`,
    states: {
      nothingDue: 'Rien à payer maintenant. Retrouvez la réservation dans votre compte.',
      inquiry: 'Votre demande attend la réponse de l’hôte. Rien n’est à payer maintenant.',
      over: 'Cette réservation n’a plus lieu.',
    },
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
