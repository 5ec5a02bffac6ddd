-- A member of a team.
insert into team_grants (id, owner_id, role, user_id) values (:id, :owner_id, :role, :user_id)
