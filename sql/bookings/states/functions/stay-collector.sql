-- The collector of the price of a stay of a channel; null: of another stay, or unknown. A channel manager that does not say it means the property.
-- An imported stay is as its file says.
create or replace function stay_collector(r reservations) returns text language sql stable parallel safe as $$
  select case
    when r.source <> 'channel' then null
    when r.collected_by is not null then r.collected_by
    when not exists (select from imported_stays i where i.reservation_id = r.id) then 'property' end
$$;
