create or replace function reply_editable_until(c comments) returns timestamptz language sql stable as $$
  select case when is_reply_open(c) then c.replied_at + interval '48 hours' end
$$;
