-- Archives that neighbours have imported (tests/support/neighbours.sql).
insert into imported_archives (id, owner_id, made_at) select gen_random_uuid(), owner_id, now() from properties group by owner_id;
insert into history_entries (owner_id, archive_id, kind, number, on_day, amount_cents, currency, property_id, title, data, file)
select owner_id, gen_random_uuid(), 'invoice', 'NEIGHBOUR-' || row_number() over (order by id), current_date, 100, 'NOK', id, 'Neighbours', '{}', 'neighbour-document-' || id || '.pdf'
from properties;
