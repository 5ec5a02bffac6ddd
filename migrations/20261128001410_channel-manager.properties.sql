-- migrate:up
-- Properties of the channel manager that staff have assigned to an account, which may map its homes to them (docs/design/channels.md,
-- "Who maps a home"). The key of the installation opens the bookings of every owner there.
create table channel_properties (
  remote_property_id text primary key check (char_length(remote_property_id) <= 100),
  owner_id integer not null references users,
  created_at timestamptz not null default now()
);
create index channel_properties_owner on channel_properties (owner_id);

-- A property with homes of several accounts is that of the first.
lock table webhook_subscriptions in share row exclusive mode;
insert into channel_properties (remote_property_id, owner_id)
select distinct on (s.remote_property_id) s.remote_property_id, p.owner_id
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.remote_property_id is not null
order by s.remote_property_id, s.created_at, s.id;
-- From here on: nobody has made these assignments.
create trigger channel_properties_audited after insert or delete on channel_properties for each row
  execute function audit_row('channel_property', '{remote_property_id}', 'remote_property_id');

-- An assignment stays while homes are mapped by it.
alter table webhook_subscriptions add constraint webhook_subscriptions_property_assigned
  foreign key (remote_property_id) references channel_properties;
create index webhook_subscriptions_remote on webhook_subscriptions (remote_property_id);

-- A home is mapped to a property of its account. Staff may map it to one of nobody, which is assigned to the account of the home. The assignment
-- is held until the end of the transaction: one that is withdrawn at the same time is made again, or stays.
create function channel_assign() returns trigger language plpgsql as $$
declare home_owner integer; assigned integer;
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
create trigger webhook_subscriptions_assigned before insert or update of remote_property_id on webhook_subscriptions
  for each row execute function channel_assign();

-- migrate:down
drop trigger webhook_subscriptions_assigned on webhook_subscriptions;
drop function channel_assign();
drop index webhook_subscriptions_remote;
alter table webhook_subscriptions drop constraint webhook_subscriptions_property_assigned;
drop table channel_properties;
