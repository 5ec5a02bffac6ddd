-- Ends a place in a team, or an invitation.
delete from team_grants where id = :id and owner_id = :owner_id
