-- migrate:up
create table favorites (
  user_id integer not null references users on delete cascade,
  property_id uuid not null references properties on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, property_id)
);
create index favorites_property on favorites (property_id);

-- migrate:down
drop table favorites;
