-- Forgets the cards of some stays, and consents whose card was never kept. Returns the cards.
-- nullable: method_id
with card as (
  select reservation_id, method_id from kept_cards
  where reservation_id = any (:reservation_ids::bigint[]) and withdrawn_at is null and forgotten_at is null for update)
update kept_cards k set customer_id = null, method_id = null, forgotten_at = now()
from card where k.reservation_id = card.reservation_id
returning card.method_id
