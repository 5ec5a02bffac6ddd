-- Entries never change. An erasure takes names, address and data out of them, and nothing else.
create or replace function audit_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.data := null;
    old.address := null;
    old.device := null;
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'entries of the audit do not change' using errcode = 'insufficient_privilege';
end $$;
