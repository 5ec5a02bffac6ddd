-- Counts the reviews of a home from some channels.
-- replica: yes
-- one
-- not null: count
select count(*) as count from channel_reviews
where property_id = :property_id and source = any (:sources::message_source[]) and not is_hidden and rating is not null
