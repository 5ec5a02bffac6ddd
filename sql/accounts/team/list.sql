-- The team of an account and its open invitations, in the order in which they came; of some homes only those that are for no others.
-- reads: auth: members are shown with their names, pictures and addresses
-- nullable: :homes, property_ids, user_id, expires_at, first_name, avatar
-- not null: email
select g.id, g.role, g.property_ids, g.user_id, coalesce(g.email, u.email) as email, g.expires_at, g.created_at, u.first_name, u.avatar
from team_grants g
left join users u on u.id = g.user_id
where g.owner_id = :owner_id and (g.expires_at is null or g.expires_at > now()) and (:homes::uuid[] is null or g.property_ids <@ :homes)
order by g.id
