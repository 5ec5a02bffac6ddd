-- Takes one of a user's notifications off their list; the row stays, so that the same thing is not told again.
-- optional
update notifications set hidden_at = now() where id = :id and user_id = :user_id and hidden_at is null returning id
