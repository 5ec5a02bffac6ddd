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
