-- Stays in the homes of an owner, and in those that they help with.
-- part of: list
r.property_id = any ((select homes_of(:user_id, 'reservations'))::uuid[])
