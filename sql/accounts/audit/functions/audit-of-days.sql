-- Prices of days: one entry a home and statement. Days that have passed leave by themselves.
create or replace function audit_of_days() returns trigger language plpgsql as $$
begin
  perform audit_note('calendar.prices', d.property_id::text, d.property_id, null,
    jsonb_build_object('days', jsonb_build_array(min(d.day), max(d.day)), 'price_cents', jsonb_build_array(min(d.price_cents), max(d.price_cents))))
  from changed d where d.day >= current_date group by d.property_id;
  return null;
end $$;
