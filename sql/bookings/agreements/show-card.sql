-- Returns the consent of the guest of a stay, and whether the card is kept.
-- not null: is_kept
-- nullable: kept_at, withdrawn_at, forgotten_at
-- optional
select version, text, damage_cents, consented_at, method_id is not null as is_kept, kept_at, withdrawn_at, forgotten_at
from kept_cards
where reservation_id = :reservation_id
