-- Stores a guest's request to change a stay.
-- one
-- nullable: :message
insert into change_requests (reservation_id, change, message, open_until)
values (:reservation_id, :change, :message, :open_until)
returning id
