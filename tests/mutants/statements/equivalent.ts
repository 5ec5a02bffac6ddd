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
  {
    statement: 'stays/mark-balance-made',
    before: "and b.kind = 'balance'",
    after: '',
    why: 'the transaction that marks a stay has made its balance, or has found that it was made',
  },
  {
    statement: 'stays/list-open-holds',
    before: 'and s.closed_at is null',
    after: '',
    why: 'of a hold without an open checkout none is found to be closed; the condition saves the question',
  },
  {
    statement: 'payments/find-without-customer',
    before: 'and c.customer_id is null',
    after: '',
    why: 'who is a customer already is found to be one, and none is made; the condition saves the question',
  },
  {
    statement: 'payments/insert-balance',
    before: 'and rest_cents is not null',
    after: '',
    why: 'a stay has a day for its balance only with a deposit, which has its rest; without it the amount would be null',
  },
  {
    statement: 'stays/lock-for-owner',
    before: 'for update of r',
    after: '',
    why: 'every move of a stay waits for the lock of its calendar, and `stays/move` locks the row before it looks at its state',
  },
]
