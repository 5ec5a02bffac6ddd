-- Writes documents and money of an archive as history. Numbers are kept as they were given.
insert into history_entries (owner_id, archive_id, kind, number, on_day, amount_cents, currency, method, property_id, reservation_id, title, data, file)
select :owner_id, e.archive_id, e.kind, e.number, e.on_day, e.amount_cents, e.currency, e.method, e.property_id, e.reservation_id, e.title, e.data, e.file
from jsonb_to_recordset(:entries) e (archive_id uuid, kind text, number text, on_day date, amount_cents bigint, currency text, method money_method, property_id uuid,
  reservation_id bigint, title text, data jsonb, file text)
