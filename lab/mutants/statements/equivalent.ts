import { readFileSync } from 'node:fs'
import type { SqlMutant } from './sample.ts'

/** A mutant that behaves as its statement does, or differs in what nobody can rely on. */
interface Equivalent {
  statement: string
  /** The changed text, with as much around it as is unique in the statement. */
  before: string
  after: string
  why: string
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

/** Text of a statement after an entry, without space, because a dropped condition leaves some. */
export const changedBy = ({ before, after }: Equivalent, text: string): string =>
  withoutSpace(text).replace(withoutSpace(before), () => withoutSpace(after))

/** True if a mutant is one of those that are no fault of the tests. */
export const isEquivalent = ({ statement, source }: SqlMutant): boolean =>
  EQUIVALENT.some(
    (entry) =>
      entry.statement === statement &&
      changedBy(entry, readFileSync(`sql/${statement}.sql`, 'utf8')) === withoutSpace(source),
  )

/** Changes of a statement, and why none of them is noticed. */
const same = (statement: string, why: string, changes: [before: string, after: string][]): Equivalent[] =>
  changes.map(([before, after]) => ({ statement, before, after, why }))

/** Mutants that are no fault of the tests, and why. */
export const EQUIVALENT: Equivalent[] = [
  ...same(
    'money/payments/find-without-customer',
    'who is a customer already is found to be one, and none is made; the condition saves the question',
    [['and c.customer_id is null', '']],
  ),
  ...same(
    'money/payments/insert-balance',
    'a stay has a day for its balance only with a deposit, which has its rest; without it the amount would be null',
    [['and rest_cents is not null', '']],
  ),
  ...same(
    'bookings/states/lock-for-move',
    'every move of a stay waits for the lock of its calendar, and `states/move` locks the row before it looks at its state',
    [['for update of r', '']],
  ),
  ...same('money/payments/lift-deadline', 'until when a payment could be made says nothing once it is made', [
    ['and payment_is_due(status)', ''],
  ]),
  ...same('money/payments/end', 'until when a payment could be made says nothing once it is made', [
    ['and payment_is_due(status)', ''],
  ]),
  ...same(
    'money/payments/list-open-sessions',
    'a checkout that was paid cannot be closed, and is settled once; the condition saves asking for it',
    [["(payment_is_due(p.status) or p.status = 'cancelled')\n  and", '']],
  ),
  ...same('bookings/states/move', 'every move of a stay waits for the lock of its calendar', [['for update', '']]),
  ...same(
    'accounts/auth/find-account',
    'an erased account has another version of its tokens, so the earlier ones find nothing',
    [['deleted_at is null\n  and', '']],
  ),
  ...same(
    'bookings/settlement/find-voided',
    'a bill that is paid has no open checkout to close, and its lines stay billed; the condition saves looking for both',
    [["and p.status = 'cancelled'", '']],
  ),
  ...same(
    'bookings/settlement/find-voided',
    'a bill of another stay has no checkout of this one to close, and what is billed afterwards is of this one alone',
    [['s.reservation_id = :reservation_id and', '']],
  ),
  ...same('accounts/auth/lock-by-verification', 'an account that is erased takes its links with it', [
    ['deleted_at is null\n  and', ''],
  ]),
  ...same(
    'accounts/auth/find-password',
    'who asks compares the version of the tokens afterwards, and an account that is erased has another',
    [['and deleted_at is null', '']],
  ),
  ...same('bookings/states/list-over', 'only a stay that goes on is moved to its end; the condition saves asking', [
    ['stay_goes_on(r.status) and', ''],
  ]),
  ...same(
    'bookings/settlement/list-asked-balances',
    'which reminder is due follows from the day at the home and from the last one; the conditions save asking',
    [
      ['p.reminders < 3', 'p.reminders <= 3'],
      ['r.check_in < current_date + 2', 'r.check_in <= current_date + 2'],
    ],
  ),
  ...same(
    'bookings/states/list-over',
    'the day at the home is at most the one after that of UTC; the condition has an index find it',
    [
      ['r.check_out < current_date + 2', 'r.check_out <= current_date + 2'],
      ['r.check_out < current_date + 2 and', ''],
    ],
  ),
  ...same(
    'bookings/states/list-balances-due',
    'the day at the home is at most the one after that of UTC; the condition has an index find it',
    [
      ['r.balance_due_on < current_date + 2', 'r.balance_due_on <= current_date + 2'],
      ['r.balance_due_on < current_date + 2 and', ''],
    ],
  ),
  ...same(
    'bookings/states/list-balances-due',
    'the balance of a stay is made once, when its row is locked and its state read again; the condition saves asking',
    [
      ['not r.balance_made and', ''],
      ['stay_takes_place(r.status) and', ''],
    ],
  ),
  ...same(
    'bookings/settlement/list-asked-balances',
    'nothing is noted, and nobody reminded, of a payment that is not due any more; the condition saves asking',
    [['payment_is_idle(p.status) and', '']],
  ),
  ...same('bookings/settlement/list-returned-stays', 'no refund is made at the microsecond of the last event', [
    ['>=', '>'],
  ]),
  ...same(
    'conversations/messages/list-notified',
    'who has sent a message is a side of its conversation; the condition has an index find it',
    [['m.conversation_id = s.conversation_id and', '']],
  ),
  ...same(
    'channels/channel-manager/take-days',
    'days that wait for their next attempt may go along with a call that is made for other rooms of their home',
    [['and u.kind = :kind and u.due_at <= now()', 'and u.kind = :kind']],
  ),
  ...same('money/payments/ask-for-balance', 'a reminder has its key and is sent once; the condition saves writing it', [
    ['and case when :reminders = 0 then asked_at is null else reminders < :reminders end', ''],
    ['reminders < :reminders', 'reminders <= :reminders'],
  ]),
  ...same('homes/search/price-of-stay', 'the price night by night is the same; the condition saves computing it', [
    ['c.changed_from < :check_out and', ''],
    ['c.changed_from < :check_out', 'c.changed_from <= :check_out'],
    ['and c.changed_to >= :check_in', ''],
    ['season.of_nights > 1', 'season.of_nights >= 1'],
    ['and season.of_booking is null', ''],
  ]),
  ...same(
    'homes/search/price-of-stay',
    'the seasons are looked at one by one; the condition saves that for homes without any',
    [
      ['c.season_from < :check_out and', ''],
      ['c.season_from < :check_out', 'c.season_from <= :check_out'],
      ['c.season_to >= :check_in and', ''],
      ['season.of_nights > 0 and s.property_id', 's.property_id'],
      ['season.of_nights > 0 and s.property_id', 'season.of_nights >= 0 and s.property_id'],
    ],
  ),
]
