create or replace function refuse_until_checked() returns trigger language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
  return null;
end $$;
