create or replace function audit_of_travellers() returns trigger language plpgsql as $$
begin
  perform audit_note(tg_argv[0], new.reservation_id::text, (select r.property_id from reservations r where r.id = new.reservation_id), null,
    case tg_argv[0] when 'travellers.written' then jsonb_build_object('people', jsonb_build_array(case tg_op when 'UPDATE' then old.people end, new.people)) end);
  return null;
end $$;
