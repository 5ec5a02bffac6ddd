-- migrate:up
-- Reviews that guests have written at channels. They do not count in the rating of a home. Ids are of the same sequence as those of `comments`,
-- so that one list has both. `score`: of ten, as the channel shows it; `rating`: the same in stars; null: none yet. `is_hidden`: there.
create table channel_reviews (
  id integer primary key default nextval('comments_id_seq'),
  property_id uuid not null references properties,
  reservation_id integer references reservations,
  remote_property_id text not null,
  external_id text not null,
  source message_source not null check (source in ('airbnb', 'booking_com', 'expedia')),
  guest_name text,
  content text not null,
  score numeric(3, 1) check (score between 0 and 10),
  rating stars,
  cleanliness stars,
  accuracy stars,
  check_in stars,
  communication stars,
  location stars,
  value stars,
  is_hidden boolean not null,
  reply text,
  replied_at timestamptz,
  -- The reply of the company on its way; `claimed_at`: when the channel was asked to take it.
  reply_state message_state,
  reply_error text,
  claimed_at timestamptz,
  received_at timestamptz not null,
  updated_at timestamptz not null default now(),
  constraint channel_reviews_external unique (external_id),
  constraint channel_reviews_rated check ((score is null) = (rating is null)),
  constraint channel_reviews_replied check ((reply is null) = (replied_at is null) and (reply is null) = (reply_state is null)),
  constraint channel_reviews_error check (reply_error is null or reply_state = 'failed')
);
create index channel_reviews_property on channel_reviews (property_id, received_at desc, id desc) where not is_hidden and rating is not null;
create index channel_reviews_named on channel_reviews (received_at) where guest_name is not null;
create trigger channel_reviews_checked before insert on channel_reviews for each statement execute function refuse_until_checked();

-- migrate:down
drop table channel_reviews;
