-- migrate:up
create domain stars as integer check (value between 1 and 5);

-- Reviews of stays; the specification calls them comments.
create table comments (
  id integer generated always as identity primary key,
  property_id uuid not null references properties,
  reservation_id integer not null references reservations,
  author_id integer not null references users,
  rating stars not null,
  content text not null,
  cleanliness stars,
  accuracy stars,
  check_in stars,
  communication stars,
  location stars,
  value stars,
  reply text,
  replied_at timestamptz,
  -- Hidden by support: nobody else sees it, and it counts nowhere.
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint comments_one_per_stay unique (reservation_id),
  check ((reply is null) = (replied_at is null))
);
create index comments_property on comments (property_id, created_at desc, id desc) where hidden_at is null;
create index comments_author on comments (author_id);

-- Until when its author can change a review; null: not any more.
create function editable_until(c comments) returns timestamptz language sql stable
  return case when c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours'
    then c.created_at + interval '48 hours' end;

-- Whether the owner can write a reply or change it, and until when; a review that has none can be replied to for ever.
create function is_reply_open(c comments) returns boolean language sql stable
  return c.hidden_at is null and coalesce(c.replied_at > now() - interval '48 hours', true);
create function reply_editable_until(c comments) returns timestamptz language sql stable
  return case when is_reply_open(c) then c.replied_at + interval '48 hours' end;

-- Who hid or showed a review, and why.
create table comment_moderations (
  id integer generated always as identity primary key,
  comment_id integer not null references comments on delete cascade,
  actor_id integer not null references users,
  is_hidden boolean not null,
  reason text not null,
  at timestamptz not null default now()
);
create index comment_moderations_comment on comment_moderations (comment_id, id);

-- What the reviews of a home come to, so that a page of them counts nothing. `histogram` has the reviews with one star
-- first. `averages` has no key for a score that nobody has given.
create table rating_summaries (
  property_id uuid primary key references properties on delete cascade,
  histogram integer[] not null check (cardinality(histogram) = 5),
  averages jsonb not null
);

-- migrate:down
drop table rating_summaries;
drop table comment_moderations;
drop function reply_editable_until(comments);
drop function is_reply_open(comments);
drop function editable_until(comments);
drop table comments;
update properties set rating_average = null, rating_count = 0 where rating_count > 0;
drop domain stars;
