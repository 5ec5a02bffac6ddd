-- migrate:up
-- Bodies are strings: a function with an SQL body that takes rows of a table keeps the table from changing (docs/upgrading.md, "The database
-- server").

-- Until when its author can change a review; null: not any more.
create or replace function editable_until(c comments) returns timestamptz language sql stable as $$
  select case when c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours'
    then c.created_at + interval '48 hours' end
$$;

-- Whether the owner can write a reply or change it, and until when; a review that has none can be replied to for ever.
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
