-- Refuses a transaction on a database that has moved, until a node has looked at it: numbers that are given out may be taken (docs/high-availability.md).
create or replace function assert_checked() returns void language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
end $$;
