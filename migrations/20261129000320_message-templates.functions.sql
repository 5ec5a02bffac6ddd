-- migrate:up
-- Bodies are strings: a function with an SQL body that takes rows of a table keeps the table from changing (docs/upgrading.md, "The database
-- server").

-- When a stay was confirmed; null for one that was imported, whose guest was told elsewhere.
create or replace function confirmed_at(stay reservations) returns timestamptz language sql stable as $$
  select coalesce(min(e.at), stay.created_at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed'
  having not exists (select from imported_stays i where i.reservation_id = stay.id)
$$;

-- Moment of a template for a stay: by its days as they are now, at the hour of the home, or when the stay was confirmed if that is later.
-- null: never.
create or replace function template_moment(template message_templates, stay reservations, timezone text) returns timestamptz language sql stable as $$
  select case template.trigger
  -- The guest of a continuation was told of the stay before.
  when 'confirmed' then case when stay.continues is null then confirmed_at(stay) end
  when 'arrival' then greatest(confirmed_at(stay), (stay.check_in + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'departure' then greatest(confirmed_at(stay), (stay.check_out + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'balance_paid' then (
    select max(x.received_at) from payments p join receipts x on x.payment_id = p.id and x.status = 'applied'
    where p.reservation_id = stay.id and p.kind = 'balance' and p.status = 'paid')
  when 'review_due' then (
    select min(e.at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'completed')
end
$$;

-- migrate:down
create or replace function confirmed_at(stay reservations) returns timestamptz language sql stable
return (
  select coalesce(min(e.at), stay.created_at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed'
  having not exists (select from imported_stays i where i.reservation_id = stay.id));

create or replace function template_moment(template message_templates, stay reservations, timezone text) returns timestamptz language sql stable
return case template.trigger
  -- The guest of a continuation was told of the stay before.
  when 'confirmed' then case when stay.continues is null then confirmed_at(stay) end
  when 'arrival' then greatest(confirmed_at(stay), (stay.check_in + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'departure' then greatest(confirmed_at(stay), (stay.check_out + template.days + make_time(template.hour, 0, 0)) at time zone timezone)
  when 'balance_paid' then (
    select max(x.received_at) from payments p join receipts x on x.payment_id = p.id and x.status = 'applied'
    where p.reservation_id = stay.id and p.kind = 'balance' and p.status = 'paid')
  when 'review_due' then (
    select min(e.at) from reservation_events e where e.reservation_id = stay.id and e.to_status = 'completed')
end;
