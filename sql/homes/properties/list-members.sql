-- Members of a home, in the order in which they joined.
-- not null: rights
-- nullable: avatar
select m.user_id, u.first_name, u.avatar, u.email, m.rights::text[] as rights, m.created_at
from property_members m
join users u on u.id = m.user_id
where m.property_id = :property_id
order by m.created_at, m.user_id
