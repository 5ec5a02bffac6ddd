-- Stays whose balance is open, due or scheduled, and nothing that was due before it. Together with `open-unpaid` these are all
-- stays with an open amount (open_of_price).
-- reads: payments: a balance is open until its payment is made
-- part of: filters
-- nullable: :owner_id
and (r.status = 'pending' or stay_takes_place(r.status))
-- The open balances of the owner, and deposits with a balance to come, whatever the history and the money of others. Arrays are read in the order of
-- their numbers, so that each page of an index is read once.
and r.id = any (array(
  select m.reservation_id from payments m
  where payment_is_for(m.payee_id, :owner_id) and m.kind = 'balance' and payment_is_due(m.status)
  union all
  select m.reservation_id from payments m
  where m.reservation_id = any (array(
    select s.id from reservations s
    where s.balance_due_on is not null and not s.balance_made and stay_takes_place(s.status)
      and s.property_id = any (array(select h.id from properties h where h.owner_id = :owner_id))
    union all
    select s.id from reservations s
    where s.balance_due_on is not null and not s.balance_made and stay_takes_place(s.status) and :owner_id::bigint is null
    union all
    select s.id from reservations s where s.balance_due_on is not null and s.hold_expires_at is not null and s.status = 'pending'))
  group by m.reservation_id
  having not bool_or(m.kind = 'balance') and bool_or(m.kind = 'booking' and not m.has_successor and m.rest_cents > 0)))
and (r.id in (
  select m.reservation_id from payments m
  where payment_is_for(m.payee_id, :owner_id) and m.kind in ('booking', 'change') and payment_is_due(m.status))) is not true
