-- migrate:up
create type oauth_provider as enum ('google', 'facebook');

-- The account that an external identity signs in to.
create table oauth_identities (
  provider oauth_provider not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index oauth_identities_user on oauth_identities (user_id);

-- migrate:down
drop table oauth_identities;
drop type oauth_provider;
