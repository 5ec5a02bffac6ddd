-- Puts a published home on a user's favourites.
-- optional
insert into favorites (user_id, property_id)
select :user_id, id from properties where id = :property_id and status = 'published'
on conflict do nothing
returning property_id
