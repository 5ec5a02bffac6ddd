/** A mutant that behaves as its statement does, or differs in what nobody can rely on. */
interface Equivalent {
  statement: string
  before: string
  after: string
  why: string
}

/** Mutants that are no fault of the tests, and why. */
export const EQUIVALENT: Equivalent[] = []
