-- True while the owner can write a reply or change it, and the end of that time. A review without a reply can always get one.
create or replace function is_reply_open(c comments) returns boolean language sql stable as $$
  select c.hidden_at is null and coalesce(c.replied_at > now() - interval '48 hours', true)
$$;
