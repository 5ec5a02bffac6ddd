-- migrate:up
-- What a stay costs beyond its price; billed together, by one payment.
create table supplements (
  id integer generated always as identity primary key,
  reservation_id integer not null references reservations,
  label text not null check (char_length(label) <= 255),
  amount_cents bigint not null check (amount_cents > 0),
  -- The payment that bills it; null: not billed yet.
  payment_id integer references payments,
  created_by integer not null references users,
  created_at timestamptz not null default now()
);
create index supplements_reservation on supplements (reservation_id, id);
create index supplements_payment on supplements (payment_id) where payment_id is not null;

-- What is open of the price of a stay: what its payments ask for, and a balance that is to come. A table, because PostgreSQL inlines
-- such a function.
create function open_of_price(r reservations) returns table (open_cents bigint) language sql stable parallel safe
begin atomic
  select case when r.status = 'pending' or stay_takes_place(r.status) then
      coalesce(sum(m.amount_cents) filter (where payment_is_due(m.status)), 0)
      + case when r.balance_due_on is not null and not coalesce(bool_or(m.kind = 'balance'), false)
          and (r.status = 'pending' or coalesce(bool_or(m.kind = 'booking' and not payment_is_due(m.status)), false))
        then r.total_cents - r.due_now_cents else 0 end
    else 0 end::bigint
  from payments m
  where m.reservation_id = r.id and m.kind in ('booking', 'balance');
end;

-- migrate:down
drop function open_of_price(reservations);
drop table supplements;
