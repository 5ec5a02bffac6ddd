-- Team members who get copies of an account's notifications about a home, or without one about the whole account: those with one of these
-- roles. Homes of others are left out, because the account is a guest there.
-- reads: auth: a deleted member gets no copies
-- reads: properties: a member for some homes gets copies about these only
-- nullable: :property_id
-- not null: user_id
select g.user_id
from team_grants g
join users u on u.id = g.user_id
where g.owner_id = :owner_id and g.role = any (:roles) and u.deleted_at is null
  and case when :property_id::uuid is null then g.property_ids is null
    else exists (select from properties p where p.id = :property_id and p.owner_id = g.owner_id and (g.property_ids is null or p.id = any (g.property_ids)))
  end
order by g.user_id
