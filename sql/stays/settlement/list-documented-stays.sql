-- Stays with documents of their price after one, by their numbers, with the parts of their price and their documents.
-- not null: total_cents, quote, lines, pending_cents
select r.id, r.status, r.currency, r.total_cents + excluded_of(r.quote) as total_cents,
  jsonb_set(r.quote, '{lines}', (r.quote -> 'lines') || coalesce(r.quote -> 'excluded', '[]')) as quote,
  (select coalesce(jsonb_agg(line order by i.id), '[]') from invoices i join payments p on p.id = i.payment_id
    cross join jsonb_array_elements(i.lines) line where i.reservation_id = r.id and payment_is_of_price(p.kind)) as lines,
  (select coalesce(sum(f.amount_cents), 0)::bigint from payments p join refunds f on f.payment_id = p.id and f.status = 'pending'
    where p.reservation_id = r.id and payment_is_of_price(p.kind)) as pending_cents
from reservations r
where r.id > :id and exists (select from invoices i where i.reservation_id = r.id)
order by r.id
limit 500
