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

-- migrate:down
drop table supplements;
