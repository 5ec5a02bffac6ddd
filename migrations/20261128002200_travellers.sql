-- migrate:up
-- Travellers of a stay as the country of its home asks for them, encrypted (docs/design/domain.md, "Travellers").
create table travellers (
  reservation_id integer primary key references reservations,
  -- How many there are in the list.
  people integer not null check (people >= 0),
  sealed bytea not null,
  written_at timestamptz not null default now(),
  -- Each reading writes it, before the list is opened.
  read_at timestamptz
);

create function audit_of_travellers() returns trigger language plpgsql as $$
begin
  perform audit_note(tg_argv[0], new.reservation_id::text, (select r.property_id from reservations r where r.id = new.reservation_id), null,
    case tg_argv[0] when 'travellers.written' then jsonb_build_object('people', jsonb_build_array(case tg_op when 'UPDATE' then old.people end, new.people)) end);
  return null;
end $$;
create trigger travellers_written_audited after insert or update of sealed on travellers for each row
  execute function audit_of_travellers('travellers.written');
create trigger travellers_read_audited after update of read_at on travellers for each row execute function audit_of_travellers('travellers.read');

-- migrate:down
drop table travellers;
drop function audit_of_travellers();
