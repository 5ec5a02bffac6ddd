-- The money of each currency: what came in, and how much of it elsewhere than at the provider, what went out or is about to, what is kept;
-- and how much of it does not add up. Money that was carried over from one stay to another neither came in nor went out. What does not add
-- up: receipts whose refunds differ from what they set aside, payments whose status does not follow from their money,
-- documents that do not sum to what is kept, and corrections of documents that do not sum to nothing. A correction can also take documents back
-- for good.
-- reads: payments: money and documents have to add up
-- not null: currency, received_cents, elsewhere_cents, refunded_cents, pending_cents, kept_cents, receipts, odd_receipts, odd_payments, undocumented_cents
with sums as (
  select r.payment_intent_id, r.payment_id, r.status, r.method, r.currency, r.amount_cents, r.refunded_cents,
    coalesce(sum(f.amount_cents) filter (where f.status = 'succeeded'), 0)::bigint as returned_cents,
    coalesce(sum(f.amount_cents) filter (where f.method = 'carried'), 0)::bigint as carried_cents,
    coalesce(sum(f.amount_cents) filter (where f.status = 'pending'), 0)::bigint as pending_cents
  from receipts r left join refunds f on f.payment_intent_id = r.payment_intent_id
  group by r.payment_intent_id
), withheld as (
  select payment_id from receipts where status = 'applied' and not is_documented
), documented as (
  select payment_id, sum(total_cents)::bigint as cents from invoices
  where change_id is null and payment_id not in (select payment_id from withheld) group by payment_id
), corrected as (
  select currency, sum(total_cents)::bigint as cents from invoices
  where change_id is not null or payment_id in (select payment_id from withheld) group by reservation_id, currency
), expected as (
  select p.id, p.currency, p.status, s.amount_cents - s.returned_cents as kept_cents, d.cents as documented_cents,
    case
      when s.payment_id is null then false
      when s.returned_cents = 0 then p.status <> 'paid'
      when s.returned_cents < s.amount_cents then p.status <> 'partially_refunded'
      else p.status <> 'refunded'
    end or (s.payment_id is null and payment_is_made(p.status)) as is_odd
  from payments p
  left join sums s on s.payment_id = p.id and s.status = 'applied'
  left join documented d on d.payment_id = p.id
)
select c.currency,
  (select coalesce(sum(amount_cents), 0)::bigint from sums where currency = c.currency and method <> 'carried') as received_cents,
  (select coalesce(sum(amount_cents), 0)::bigint from sums where currency = c.currency and method not in ('card', 'carried')) as elsewhere_cents,
  (select coalesce(sum(returned_cents - carried_cents), 0)::bigint from sums where currency = c.currency) as refunded_cents,
  (select coalesce(sum(pending_cents), 0)::bigint from sums where currency = c.currency) as pending_cents,
  (select coalesce(sum(amount_cents - returned_cents), 0)::bigint from sums where currency = c.currency) as kept_cents,
  (select count(*) from sums where currency = c.currency) as receipts,
  (select count(*) from sums
    where currency = c.currency and refunded_cents <> least(amount_cents, returned_cents + pending_cents)) as odd_receipts,
  (select count(*) from expected where currency = c.currency and is_odd) as odd_payments,
  (select coalesce(sum(abs(kept_cents - documented_cents)), 0)::bigint from expected
    where currency = c.currency and documented_cents is not null)
    + (select coalesce(sum(abs(cents)), 0)::bigint from corrected where currency = c.currency) as undocumented_cents
from (select distinct currency from receipts) c
order by c.currency
