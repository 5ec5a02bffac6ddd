-- Removes the names of guests from the reviews that channels brought of some stays.
update channel_reviews set guest_name = null where reservation_id = any (:reservation_ids::bigint[]) and guest_name is not null
