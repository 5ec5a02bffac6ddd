-- Stays in the homes of an owner.
-- part of: list
p.owner_id = :user_id
