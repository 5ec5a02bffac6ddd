-- Returns the text of a consent whose card is to be kept with the payment.
-- nullable: :reservation_id
-- optional
select text from kept_cards where reservation_id = :reservation_id and kept_at is null and withdrawn_at is null and forgotten_at is null
