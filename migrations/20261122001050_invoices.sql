-- migrate:up
create type invoice_kind as enum ('invoice', 'credit_note');

-- The last number of each year's series. Its row is locked when a document is written, so that no number is left out.
create table invoice_counters (
  year integer primary key,
  last integer not null
);

-- Documents as they were issued: never changed. One for each payment that was made, one for each refund that succeeded,
-- and a further invoice for a refund that failed after it had succeeded.
create table invoices (
  id integer generated always as identity primary key,
  -- The document's address: whoever has it may read the document.
  key uuid not null unique default gen_random_uuid(),
  number text not null unique,
  kind invoice_kind not null,
  -- None where something else than a stay was sold.
  reservation_id integer references reservations,
  payment_id integer not null references payments,
  refund_id integer references refunds,
  locale locale not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  total_cents bigint not null,
  currency text not null,
  issued_at timestamptz not null default now(),
  unique nulls not distinct (payment_id, refund_id, kind)
);
create index invoices_reservation on invoices (reservation_id, id);

create function invoices_stay_as_issued() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document is never changed' using errcode = '23514';
end $$;
create trigger invoices_immutable before update or delete on invoices
  for each row execute function invoices_stay_as_issued();

-- migrate:down
drop table invoices;
drop function invoices_stay_as_issued();
drop table invoice_counters;
drop type invoice_kind;
