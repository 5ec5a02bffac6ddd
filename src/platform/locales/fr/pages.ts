/** Pages that this service shows to browsers. */
export const pages = {
  back: (name: string) => `Retour à ${name}`,
  refused: 'Cela n’a pas fonctionné',
  verified: {
    title: 'Adresse confirmée',
    message: 'Votre adresse e-mail est confirmée. Vous pouvez vous connecter.',
  },
  rehearsal: 'Répétition : ce service tourne sur une copie. Il n’envoie ni e-mails, ni paiements, ni fichiers.',
  start: {
    about: 'Un service de réservation de logements : comptes, recherche, calendriers, prix, réservations et paiements.',
    demo: 'Comptes de démonstration',
    noScript: 'Cette page a besoin de JavaScript. La documentation s’en passe :',
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
    contract: 'Le contrat',
    accept: ({ version }: { version: number }) => `J’accepte le contrat (version ${version}).`,
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
  /** The checkout of the payment stand-in, which production never shows. */
  /** Consent to keep a card, on the page of a payment and on the provider's. */
  keepCard: ({
    company = 'mon hôte',
    balance,
    damage,
  }: {
    company: string | undefined
    balance: { money: string; day: string } | null
    damage: string | null
  }) =>
    [
      `J’accepte que ${company} conserve cette carte jusqu’à 30 jours après mon départ.`,
      ...(balance === null ? [] : [`Le solde de ${balance.money} en sera débité le ${balance.day}.`]),
      ...(damage === null
        ? []
        : [
            `Des dégâts qui me sont facturés peuvent en être débités, jusqu’à ${damage} en tout et au plus tôt 48 heures après l’envoi de la facture.`,
          ]),
      'Je peux retirer cet accord sur la page de mon séjour.',
    ].join(' '),
  standIn: {
    title: 'Paiement (simulé)',
    notice: 'Paiement simulé : aucun argent ne circule',
    card: 'Carte',
    saved: 'enregistrée',
    cards: {
      pays: 'est acceptée',
      declines: 'est refusée',
      declines_later: 'est acceptée, puis refusée sans le client',
      asks_guest: 'demande une authentification',
      disputes: 'est acceptée, puis contestée',
    },
    pay: ({ money }: { money: string }) => `Payer ${money}`,
    setup: 'Enregistrer une carte',
    save: 'Enregistrer cette carte',
    cancel: 'Annuler',
    ended: { complete: 'Ce paiement est terminé.', expired: 'Ce paiement a expiré.' },
    declined: 'Votre carte a été refusée.',
    unconfirmed: 'Votre banque n’a pas pu confirmer que c’est vous. Choisissez une autre carte.',
    bank: { title: 'Votre banque demande : est-ce vous ?', yes: 'Oui, c’est moi', no: 'Non' },
  },
  /** The mailbox of development. */
  mailbox: {
    title: 'Boîte aux lettres',
    empty: 'Aucun e-mail pour l’instant.',
    to: ({ address }: { address: string }) => `À ${address}`,
    plain: 'Texte brut',
  },
  confirmation: {
    title: ({ id }: { id: number }) => `Réservation n° ${id}`,
    open: ({ money }: { money: string }) => `Il reste ${money} à payer.`,
    inAccount: 'Retrouvez la réservation dans votre compte.',
    states: {
      nothingDue: 'Rien à payer maintenant.',
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
