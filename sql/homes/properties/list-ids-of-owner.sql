-- The homes of an owner.
select id from properties where owner_id = :user_id
