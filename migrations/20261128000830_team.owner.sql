-- migrate:up
-- An owner is in the team for their homes, and for no others to come.
alter table team_grants add constraint team_grants_owner_homes check (role <> 'owner' or property_ids is not null);

-- migrate:down
alter table team_grants drop constraint team_grants_owner_homes;
