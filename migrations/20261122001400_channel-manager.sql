-- migrate:up
create type channel_update_kind as enum ('availability', 'restrictions');
-- How far the webhook at the channel manager is what the subscription says.
create type webhook_registration as enum ('none', 'pending', 'registered', 'refused');

-- Who may send events of a home, and where a channel manager finds us (docs/design/channel-manager.md).
create table webhook_subscriptions (
  id uuid primary key default uuid_v7(),
  property_id uuid not null references properties on delete cascade,
  provider text not null,
  callback_url text not null check (char_length(callback_url) <= 2048),
  -- '*', or events separated by semicolons.
  event_mask text not null default '*',
  headers jsonb not null default '{}',
  request_params jsonb not null default '{}',
  send_data boolean not null default true,
  is_active boolean not null default true,
  -- The home, room and rate at the channel manager; only staff set them.
  remote_property_id text,
  room_type_id text,
  rate_plan_id text,
  -- The webhook that the channel manager has for this subscription.
  remote_webhook_id text,
  registration webhook_registration not null default 'none',
  -- What the channel manager said to the last attempt, if that failed.
  registration_error text,
  -- Counts the changes that the channel manager has to be told.
  registration_version integer not null default 0,
  -- The job that tells it: a claim has a number and ends by itself, so that no transaction is open during the calls.
  registration_claim integer not null default 0,
  registration_claimed_until timestamptz not null default now(),
  -- The day, at the home, on which its calendar was compared with that of the channel manager.
  compared_on date,
  compared_at timestamptz,
  -- When the channel manager last said that it has changed something, and no comparison has begun since.
  comparison_requested_at timestamptz,
  -- The secret is derived from the id and this version. After a rotation the version before is valid for a day.
  secret_version positive not null default 1,
  rotated_at timestamptz,
  last_delivery_at timestamptz,
  last_delivery_status integer,
  failure_count whole not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (remote_property_id is not null or num_nonnulls(room_type_id, rate_plan_id) = 0)
);
create index webhook_subscriptions_property on webhook_subscriptions (property_id);
-- One home at the channel manager can have several rooms, each of which is a home here.
create unique index webhook_subscriptions_remote_home on webhook_subscriptions (provider, remote_property_id, room_type_id)
  nulls not distinct where remote_property_id is not null;
create unique index webhook_subscriptions_room on webhook_subscriptions (provider, room_type_id) where room_type_id is not null;
create unique index webhook_subscriptions_rate on webhook_subscriptions (provider, rate_plan_id) where rate_plan_id is not null;

-- Days of a subscribed room whose state the channel manager does not know yet (docs/design/channel-manager.md, "Outbound
-- updates"). What is being sent moves from `days` to `sending`, so that a day that changes meanwhile is in `days` again.
create table channel_updates (
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  kind channel_update_kind not null,
  days datemultirange not null default '{}',
  sending datemultirange not null default '{}',
  due_at timestamptz not null default now(),
  -- Refused by itself: it is sent alone, so that it does not hold up the other rooms.
  is_refused boolean not null default false,
  failures whole not null default 0,
  failing_since timestamptz,
  alerted_at timestamptz,
  error text,
  primary key (subscription_id, kind)
);
create index channel_updates_waiting on channel_updates (subscription_id, kind)
  where not (isempty(days) and isempty(sending));

-- The calls about one home of the channel manager, one at a time and within its limit.
create table channel_queues (
  remote_property_id text not null,
  kind channel_update_kind not null,
  -- Counts claims. It proves to a sender that nobody has claimed the queue meanwhile.
  claim bigint not null default 0,
  claimed_until timestamptz not null default now(),
  -- How far the calls so far have used up the limit.
  paced_until timestamptz not null default now(),
  -- The channel manager asks for a pause.
  paused_until timestamptz not null default now(),
  primary key (remote_property_id, kind)
);

-- Marks days of a home for its rooms at the channel manager. The row of the home is locked first, as a new mapping locks it,
-- so that either the mapping sees the change or the change sees the mapping.
create function channel_mark(home uuid, changed datemultirange, kinds channel_update_kind[]) returns void
language plpgsql as $$
declare
  ahead constant datemultirange := changed * datemultirange(daterange(current_date - 1, null));
begin
  if isempty(ahead) then return; end if;
  perform from properties where id = home for no key update;
  insert into channel_updates as u (subscription_id, kind, days)
  select s.id, k, ahead
  from webhook_subscriptions s
  cross join unnest(kinds) k
  where s.property_id = home and s.is_active and s.remote_property_id is not null
    and case k when 'availability' then s.room_type_id else s.rate_plan_id end is not null
  order by s.id, k
  on conflict (subscription_id, kind) do update set days = u.days + excluded.days;
  if found then perform pg_notify('channel_updates', ''); end if;
end $$;

-- A room that is mapped anew, or active again, is sent whole. A room or rate that is mapped no more owes nothing.
create function channel_mark_mapping() returns trigger language plpgsql as $$
begin
  delete from channel_updates
  where subscription_id = new.id and (not new.is_active or new.remote_property_id is null
    or case kind when 'availability' then new.room_type_id else new.rate_plan_id end is null);
  insert into channel_queues (remote_property_id, kind)
  select new.remote_property_id, k from unnest('{availability,restrictions}'::channel_update_kind[]) k
  where new.remote_property_id is not null
  on conflict do nothing;
  perform channel_mark(new.property_id, datemultirange(daterange(current_date - 1, null)), '{availability,restrictions}');
  return null;
end $$;
create trigger webhook_subscriptions_channel after insert on webhook_subscriptions
  for each row execute function channel_mark_mapping();
create trigger webhook_subscriptions_channel_changed
  after update of is_active, remote_property_id, room_type_id, rate_plan_id on webhook_subscriptions for each row
  when ((old.is_active, old.remote_property_id, old.room_type_id, old.rate_plan_id)
    is distinct from (new.is_active, new.remote_property_id, new.room_type_id, new.rate_plan_id))
  execute function channel_mark_mapping();

create function channel_mark_occupancy() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform channel_mark(old.property_id, datemultirange(old.stay), '{availability}');
  end if;
  if tg_op <> 'DELETE' then
    perform channel_mark(new.property_id, datemultirange(new.stay), '{availability}');
  end if;
  return null;
end $$;
create trigger occupancy_channel after insert or delete or update of stay, property_id on occupancy
  for each row execute function channel_mark_occupancy();

create function channel_mark_days() returns trigger language plpgsql as $$
begin
  perform channel_mark(property_id, range_agg(daterange(day, day, '[]')), '{restrictions}')
  from changed group by property_id order by property_id;
  return null;
end $$;
create trigger calendar_days_channel_inserted after insert on calendar_days
  referencing new table as changed for each statement execute function channel_mark_days();
create trigger calendar_days_channel_updated after update on calendar_days
  referencing new table as changed for each statement execute function channel_mark_days();
create trigger calendar_days_channel_deleted after delete on calendar_days
  referencing old table as changed for each statement execute function channel_mark_days();

create function channel_mark_seasons() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform channel_mark(old.property_id, datemultirange(daterange(old.start_date, old.end_date, '[]')), '{restrictions}');
  end if;
  if tg_op <> 'DELETE' then
    perform channel_mark(new.property_id, datemultirange(daterange(new.start_date, new.end_date, '[]')), '{restrictions}');
  end if;
  return null;
end $$;
create trigger seasons_channel after insert or update or delete on seasons
  for each row execute function channel_mark_seasons();

create function channel_mark_home() returns trigger language plpgsql as $$
begin
  perform channel_mark(new.id, datemultirange(daterange(current_date - 1, null)),
    case when old.status = new.status then '{restrictions}' else '{availability,restrictions}' end::channel_update_kind[]);
  return null;
end $$;
create trigger properties_channel after update on properties for each row
  when ((old.status, old.base_price_cents, old.weekend_price_cents, old.weekend_days, old.min_stay, old.max_stay,
      old.lead_time_days, old.booking_window_days, old.timezone)
    is distinct from (new.status, new.base_price_cents, new.weekend_price_cents, new.weekend_days, new.min_stay, new.max_stay,
      new.lead_time_days, new.booking_window_days, new.timezone))
  execute function channel_mark_home();

-- Who sends events of a channel manager is a subscription.
alter table inbound_events
  add constraint inbound_events_subscription_id_fkey foreign key (subscription_id)
  references webhook_subscriptions on delete set null;

-- migrate:down
alter table inbound_events drop constraint inbound_events_subscription_id_fkey;
update inbound_events set subscription_id = null where subscription_id is not null;
drop trigger properties_channel on properties;
drop trigger seasons_channel on seasons;
drop trigger calendar_days_channel_deleted on calendar_days;
drop trigger calendar_days_channel_updated on calendar_days;
drop trigger calendar_days_channel_inserted on calendar_days;
drop trigger occupancy_channel on occupancy;
drop table channel_queues;
drop table channel_updates;
drop table webhook_subscriptions;
drop function channel_mark_home();
drop function channel_mark_seasons();
drop function channel_mark_days();
drop function channel_mark_occupancy();
drop function channel_mark_mapping();
drop function channel_mark(uuid, datemultirange, channel_update_kind[]);
drop type webhook_registration;
drop type channel_update_kind;
