-- Hides one of a user's notifications. The row stays, so that the same fact is not reported again.
-- optional
update notifications set hidden_at = now()
where id = :id and user_id = :user_id
  -- one of: shown
returning id
