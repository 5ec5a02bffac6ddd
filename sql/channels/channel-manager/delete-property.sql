-- Withdraws an assignment; it refuses (23503) while homes are mapped by it.
-- optional
delete from channel_properties where remote_property_id = :remote_property_id returning remote_property_id
