-- Changes what a member may do.
update property_members set rights = :rights::text[]::home_right[] where property_id = :property_id and user_id = :user_id
