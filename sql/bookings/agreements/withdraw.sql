-- Withdraws the consent to keep a card, and returns the card that was kept. No row where there is nothing to withdraw.
-- nullable: method_id
-- optional
with card as (
  select reservation_id, method_id from kept_cards
  where reservation_id = :reservation_id and withdrawn_at is null and forgotten_at is null for update)
update kept_cards k set customer_id = null, method_id = null, withdrawn_at = now()
from card where k.reservation_id = card.reservation_id
returning card.method_id
