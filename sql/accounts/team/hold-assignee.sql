-- Tells whether somebody is the account of a home or a member of its team for it with one of some roles, who stays so until the end of the transaction.
-- reads: properties: only the owner of a home and their team can be given its tasks
-- one
-- not null: found
with member as (
  select g.id
  from properties p join team_grants g on g.owner_id = p.owner_id
  where p.id = :property_id and g.user_id = :user_id and g.role = any (:roles::text[]) and (g.property_ids is null or p.id = any (g.property_ids))
  for share of g
)
select exists (select from member) or exists (select from properties p where p.id = :property_id and p.owner_id = :user_id) as found
