/** A mutant that behaves as its statement does, or differs in what nobody can rely on. */
interface Equivalent {
  statement: string
  before: string
  after: string
  why: string
}

/** Mutants that are no fault of the tests, and why. */
export const EQUIVALENT: Equivalent[] = [
  {
    statement: 'stays/mark-balance-made',
    before: 'and',
    after: 'or',
    why: 'a balance is made in the transaction that marks its stay, so other stays with one have the mark already',
  },
]
