-- migrate:up
-- Whether the payment of the balance was made. Without it, every completed stay would be looked at for ever.
alter table reservations add column balance_made boolean not null default false;
update reservations r set balance_made = true
where balance_due_on is not null and exists (select from payments b where b.reservation_id = r.id and b.kind = 'balance');

drop index reservations_balance_due;
create index reservations_balance_due on reservations (balance_due_on, id)
  where balance_due_on is not null and not balance_made and status in ('confirmed', 'checked_in', 'completed');

-- migrate:down
drop index reservations_balance_due;
create index reservations_balance_due on reservations (balance_due_on, id)
  where balance_due_on is not null and status in ('confirmed', 'checked_in');
alter table reservations drop column balance_made;
