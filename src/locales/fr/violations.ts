interface Rule {
  /** Guests, nights, days ahead, or an amount in major units. */
  limit?: number
}

/** What a stay breaks of the rules of a home. */
export const violations = {
  too_many_guests: ({ limit }: Rule) => `Ce logement accueille ${limit} voyageurs au plus.`,
  lead_time: ({ limit }: Rule) => `L’arrivée doit être dans ${limit} jours au plus tôt.`,
  booking_window: ({ limit }: Rule) => `L’arrivée doit être dans ${limit} jours au plus tard.`,
  closed_to_arrival: () => 'Pas d’arrivée ce jour-là.',
  closed_to_departure: () => 'Pas de départ ce jour-là.',
  min_stay: ({ limit }: Rule) => `Séjour de ${limit} nuits au moins.`,
  max_stay: ({ limit }: Rule) => `Séjour de ${limit} nuits au plus.`,
  total_too_high: ({ limit }: Rule) => `Le total ne peut dépasser ${limit}.`,
}
