-- Writes the owner's reply to a review. The time of the first one stays.
update comments set reply = :content, replied_at = coalesce(replied_at, now()) where id = :comment_id
