-- Tells whether a person is in the team of the owner of a home.
-- reads: properties: the team of a home is that of its owner
-- one
-- not null: found
select exists (
  select from properties p join team_grants g on g.owner_id = p.owner_id
  where p.id = :property_id and g.user_id = :user_id) as found
