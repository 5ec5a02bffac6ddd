-- The messages of some stays that their channel has, by its ids.
-- not null: external_id
select external_id from stay_messages where reservation_id = any (:reservation_ids::bigint[]) and external_id is not null
