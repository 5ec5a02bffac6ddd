-- migrate:up
-- Bodies are strings: a function with an SQL body that takes rows of a table keeps the table from changing (docs/upgrading.md, "The database
-- server").

-- The end of the time in which its author can change a review; null when it has passed.
create or replace function editable_until(c comments) returns timestamptz language sql stable as $$
  select case when c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours'
    then c.created_at + interval '48 hours' end
$$;

-- True while the owner can write a reply or change it, and the end of that time. A review without a reply can always get one.
create or replace function is_reply_open(c comments) returns boolean language sql stable as $$
  select c.hidden_at is null and coalesce(c.replied_at > now() - interval '48 hours', true)
$$;

create or replace function reply_editable_until(c comments) returns timestamptz language sql stable as $$
  select case when is_reply_open(c) then c.replied_at + interval '48 hours' end
$$;

-- migrate:down
create or replace function editable_until(c comments) returns timestamptz language sql stable
  return case when c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours'
    then c.created_at + interval '48 hours' end;

create or replace function is_reply_open(c comments) returns boolean language sql stable
  return c.hidden_at is null and coalesce(c.replied_at > now() - interval '48 hours', true);

create or replace function reply_editable_until(c comments) returns timestamptz language sql stable
  return case when is_reply_open(c) then c.replied_at + interval '48 hours' end;
