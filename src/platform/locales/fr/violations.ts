interface Rule {
  /** Guests, nights, days ahead, or an amount in major units. */
  limit?: number
}

/** Rules of a home that a stay breaks. */
export const violations = {
  too_many_guests: ({ limit }: Rule) =>
    `Ce logement accueille ${limit} ${limit === 1 ? 'voyageur' : 'voyageurs'} au plus.`,
  in_the_past: () => 'Cette date d’arrivée est passée.',
  dates_taken: () => 'Ce logement n’est plus libre à ces dates.',
  lead_time: ({ limit }: Rule) =>
    limit === 1 ? 'Réservez au plus tard la veille de l’arrivée.' : `Réservez au moins ${limit} jours avant l’arrivée.`,
  booking_window: ({ limit }: Rule) =>
    `Les réservations ouvrent ${limit} ${limit === 1 ? 'jour' : 'jours'} avant l’arrivée.`,
  closed_to_arrival: () => 'Pas d’arrivée ce jour-là.',
  closed_to_departure: () => 'Pas de départ ce jour-là.',
  min_stay: ({ limit }: Rule) => `Séjour de ${limit} ${limit === 1 ? 'nuit' : 'nuits'} au moins.`,
  max_stay: ({ limit }: Rule) => `Séjour de ${limit} ${limit === 1 ? 'nuit' : 'nuits'} au plus.`,
  total_too_high: ({ limit }: Rule) => `Le total ne peut dépasser ${limit}.`,
}
