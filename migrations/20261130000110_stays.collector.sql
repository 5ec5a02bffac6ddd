-- migrate:up
-- `collector_confirmed_at`: a person has said who collects the price, and the channel does not change that. `has_virtual_card`: the channel pays the
-- company with a card of its own, which can be charged from a day on. The card is not stored.
alter table reservations
  add column collector_confirmed_at timestamptz,
  add column has_virtual_card boolean,
  add column virtual_card_from date;

create index reservations_of_channels on reservations (check_in, id) where source = 'channel';

-- The collector of the price of a stay of a channel; null: of another stay, or unknown. A channel manager that does not say it means the property.
-- An imported stay is as its file says.
create function stay_collector(r reservations) returns text language sql stable parallel safe as $$
  select case
    when r.source <> 'channel' then null
    when r.collected_by is not null then r.collected_by
    when not exists (select from imported_stays i where i.reservation_id = r.id) then 'property' end
$$;

-- True if a stay of a channel owes its price here. Stays that arrive by the day on which 0.3 was enabled are settled elsewhere.
create function stay_owes_here(r reservations) returns boolean language sql stable parallel safe as $$
  select coalesce(stay_collector(r) = 'property', false)
    and exists (select from enabled_releases e where e.release = '0.3' and r.check_in > e.enabled_on)
$$;

create trigger reservations_audited_collector after update of collected_by, collector_confirmed_at on reservations for each row
  when (old.collector_confirmed_at is distinct from new.collector_confirmed_at)
  execute function audit_row('reservation.collector', '{collected_by,collector_confirmed_at}');

-- migrate:down
drop trigger reservations_audited_collector on reservations;
drop function stay_owes_here(reservations);
drop function stay_collector(reservations);
drop index reservations_of_channels;
alter table reservations
  drop column virtual_card_from,
  drop column has_virtual_card,
  drop column collector_confirmed_at;
