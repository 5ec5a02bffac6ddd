-- A member of a team with an id that examples name.
insert into team_grants (id, owner_id, role, user_id) values (:id, :owner_id, 'accountant', :user_id)
