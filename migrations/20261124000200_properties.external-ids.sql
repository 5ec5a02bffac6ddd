-- migrate:up
-- Names of homes in the files of their owners, so that the same file a second time makes none.
create table imported_homes (
  owner_id integer not null references users,
  external_id text not null check (char_length(external_id) <= 255),
  property_id uuid not null references properties on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner_id, external_id)
);
create unique index imported_homes_property on imported_homes (property_id);

-- migrate:down
drop table imported_homes;
