-- The last refund that stands for the money of a dispute, and how many there are: money that came back can be taken again.
-- optional
-- not null: provider_refund_id, count
select id, provider_refund_id, status, count(*) over () as count
from refunds
where payment_intent_id = :payment_intent_id and source = 'dispute'
  and (provider_refund_id = :dispute_id or starts_with(provider_refund_id, :dispute_id || ':'))
order by id desc
limit 1
