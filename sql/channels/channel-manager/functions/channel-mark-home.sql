create or replace function channel_mark_home() returns trigger language plpgsql as $$
begin
  perform channel_mark(new.id, datemultirange(daterange(current_date - 1, null)),
    case when old.status = new.status then '{restrictions}' else '{availability,restrictions}' end::channel_update_kind[]);
  return null;
end $$;
