/** A stay of the month, as it has to be at its end. */
export interface Expected {
  status: 'completed' | 'cancelled' | 'confirmed'
  home: string
  /** The price, in euros. */
  total: number
  /** Received money that was not refunded, in euros. */
  kept: number
  /** Received otherwise than by card, in euros. */
  elsewhere?: number
  /** Outcome of the message before arrival; undefined: whatever an imported stay has. */
  message?: 'sent' | 'skipped' | 'none'
  /** Received before the company came here, and documented there, in euros. */
  undocumented?: number
}
