-- Keeps the card that has paid, where its guest consents. No row where they do not, or another card is kept.
-- optional
update kept_cards set customer_id = :customer_id, method_id = :method_id, kept_at = now()
where reservation_id = :reservation_id and kept_at is null and withdrawn_at is null and forgotten_at is null
returning reservation_id
