-- Stays in homes of an owner by the month of their departure, their currency and their source. Revenue is their price without tourist tax.
-- reads: states: figures are about stays
-- reads: properties: an owner sees the stays of all homes
-- nullable: :homes, ota_name
-- not null: month, stays, nights, revenue_cents
-- replica: yes
select to_char(r.check_out, 'YYYY-MM') as month, r.currency, r.source, r.ota_name, count(*) as stays,
  sum(r.check_out - r.check_in) as nights, sum(r.total_cents - taxed.cents)::bigint as revenue_cents
from reservations r
cross join lateral tourist_tax_in(r.quote) taxed
where r.property_id = any (array(
    select p.id from properties p where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))))
  and r.status in ('confirmed', 'checked_in', 'completed', 'no_show')
  and r.check_out >= :from::date and r.check_out < :to::date
group by to_char(r.check_out, 'YYYY-MM'), r.currency, r.source, r.ota_name
