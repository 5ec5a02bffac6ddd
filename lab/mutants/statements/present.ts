/** A statement that is mutated, and its mutant: paths from sql/ without their ending, such as `payments/insert`. */
export interface ActiveMutant {
  file: string
  mutated: string
}

/** A kind of answer: different parameters have found, or changed, different rows. */
export const APART = 'apart'

/** Begins the kinds of answers that have found, or changed, rows. */
export const FOUND = 'found '

/** Tests that a worker runs at present. */
export const present = {
  /** The statements that the present test has run, and the kinds of answers that each has given. */
  answers: new Map<string, Set<string>>(),
  /** The parameters with which the present test has found or changed rows by each statement, and the rows. */
  found: new Map<string, Map<string, string>>(),
  mutant: undefined as ActiveMutant | undefined,
}
