-- The end of the time in which its author can change a review; null when it has passed.
create or replace function editable_until(c comments) returns timestamptz language sql stable as $$
  select case when c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours'
    then c.created_at + interval '48 hours' end
$$;
