/** A statement that is mutated, and its mutant: paths from sql/ without their ending, such as `payments/insert`. */
export interface ActiveMutant {
  file: string
  mutated: string
}

/** What the tests of a worker run at present. */
export const present = {
  /** The statements that the present test has run, and the kinds of answers that each has given. */
  answers: new Map<string, Set<string>>(),
  /** The parameters with which the present test has run each statement. */
  params: new Map<string, Set<string>>(),
  mutant: undefined as ActiveMutant | undefined,
}
