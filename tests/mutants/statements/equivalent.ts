import { readFileSync } from 'node:fs'
import type { SqlMutant } from './sample.ts'

/** A mutant that behaves as its statement does, or differs in what nobody can rely on. */
interface Equivalent {
  statement: string
  /** What is changed, with as much around it as stands once in the statement. */
  before: string
  after: string
  why: string
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

/** What an entry makes of the text of its statement, without space, because a condition that is dropped leaves some. */
export const changedBy = ({ before, after }: Equivalent, text: string): string =>
  withoutSpace(text).replace(withoutSpace(before), () => withoutSpace(after))

/** Whether a mutant is one of those that are no fault of the tests. */
export const isEquivalent = ({ statement, source }: SqlMutant): boolean =>
  EQUIVALENT.some(
    (entry) =>
      entry.statement === statement &&
      changedBy(entry, readFileSync(`sql/${statement}.sql`, 'utf8')) === withoutSpace(source),
  )

/** Mutants that are no fault of the tests, and why. */
export const EQUIVALENT: Equivalent[] = [
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
  {
    statement: 'payments/lift-deadline',
    before: 'and payment_is_due(status)',
    after: '',
    why: 'until when a payment could be made says nothing once it is made',
  },
  {
    statement: 'payments/end',
    before: 'and payment_is_due(status)',
    after: '',
    why: 'until when a payment could be made says nothing once it is made',
  },
  {
    statement: 'payments/adopt-refund',
    before: 'and provider_refund_id is null',
    after: '',
    why: 'the provider makes one refund for a key, and one that is told again gets the number that it has',
  },
  {
    statement: 'payments/list-open-sessions',
    before: "(payment_is_due(p.status) or p.status = 'cancelled')\n  and",
    after: '',
    why: 'a checkout that was paid cannot be closed, and is settled once; the condition saves asking for it',
  },
  {
    statement: 'stays/move',
    before: 'for update',
    after: '',
    why: 'every move of a stay waits for the lock of its calendar',
  },
  {
    statement: 'auth/find-account',
    before: 'deleted_at is null\n  and',
    after: '',
    why: 'an erased account has another version of its tokens, so the earlier ones find nothing',
  },
  {
    statement: 'bus/list-relayed',
    before: '>',
    after: '>=',
    why: 'no message is relayed at the microsecond from which on a node reads; what it knows it drops',
  },
  {
    statement: 'settlement/find-voided',
    before: "and p.status = 'cancelled'",
    after: '',
    why: 'a bill that is paid has no open checkout to close, and its lines stay billed; the condition saves looking for both',
  },
  {
    statement: 'settlement/list-asked-balances',
    before: 'p.reminders < 3',
    after: 'p.reminders <= 3',
    why: 'which reminder is due follows from the day at the home and from the last one; the conditions save asking',
  },
  {
    statement: 'settlement/list-asked-balances',
    before: 'r.check_in < current_date + 2',
    after: 'r.check_in <= current_date + 2',
    why: 'which reminder is due follows from the day at the home and from the last one; the conditions save asking',
  },
  {
    statement: 'stays/list-over',
    before: 'r.check_out < current_date + 2',
    after: 'r.check_out <= current_date + 2',
    why: 'the day at the home is at most the one after that of UTC; the condition has an index find it',
  },
  {
    statement: 'stays/list-over',
    before: 'r.check_out < current_date + 2 and',
    after: '',
    why: 'the day at the home is at most the one after that of UTC; the condition has an index find it',
  },
  {
    statement: 'stays/list-balances-due',
    before: 'r.balance_due_on < current_date + 2',
    after: 'r.balance_due_on <= current_date + 2',
    why: 'the day at the home is at most the one after that of UTC; the condition has an index find it',
  },
  {
    statement: 'stays/list-balances-due',
    before: 'r.balance_due_on < current_date + 2 and',
    after: '',
    why: 'the day at the home is at most the one after that of UTC; the condition has an index find it',
  },
  {
    statement: 'stays/list-balances-due',
    before: 'not r.balance_made and',
    after: '',
    why: 'the balance of a stay is made once, when its row is locked and its state read again; the condition saves asking',
  },
  {
    statement: 'stays/list-balances-due',
    before: 'stay_takes_place(r.status) and',
    after: '',
    why: 'the balance of a stay is made once, when its row is locked and its state read again; the condition saves asking',
  },
  {
    statement: 'settlement/list-asked-balances',
    before: 'payment_is_idle(p.status) and',
    after: '',
    why: 'nothing is noted, and nobody reminded, of a payment that is not due any more; the condition saves asking',
  },
  {
    statement: 'settlement/list-returned-stays',
    before: '>=',
    after: '>',
    why: 'no refund is made at the microsecond of the last event',
  },
  {
    statement: 'messages/list-told',
    before: 'm.conversation_id = s.conversation_id and',
    after: '',
    why: 'who has sent a message is a side of its conversation; the condition has an index find it',
  },
  {
    statement: 'channel-manager/take-days',
    before: 'and u.kind = :kind and u.due_at <= now()',
    after: 'and u.kind = :kind',
    why: 'days that wait for their next attempt may go along with a call that is made for other rooms of their home',
  },
  {
    statement: 'payments/ask-for-balance',
    before: 'and case when :reminders = 0 then asked_at is null else reminders < :reminders end',
    after: '',
    why: 'a reminder has its key and is told once; the condition saves writing it',
  },
]
