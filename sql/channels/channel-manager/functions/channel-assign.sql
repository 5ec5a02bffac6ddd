-- A home is mapped to a property of its account. Staff may map it to one of nobody, which is assigned to the account of the home. The assignment
-- is held until the end of the transaction: one that is withdrawn at the same time is made again, or stays.
create or replace function channel_assign() returns trigger language plpgsql as $$
declare home_owner bigint; assigned bigint;
begin
  if new.remote_property_id is null then return new; end if;
  if tg_op = 'UPDATE' and new.remote_property_id is not distinct from old.remote_property_id then return new; end if;
  select owner_id into home_owner from properties where id = new.property_id;
  loop
    insert into channel_properties (remote_property_id, owner_id) values (new.remote_property_id, home_owner) on conflict do nothing;
    select owner_id into assigned from channel_properties where remote_property_id = new.remote_property_id for key share;
    exit when found;
  end loop;
  if assigned <> home_owner then
    raise exception 'the property of the channel manager belongs to another account'
      using errcode = 'unique_violation', constraint = 'channel_properties_pkey';
  end if;
  return new;
end $$;
