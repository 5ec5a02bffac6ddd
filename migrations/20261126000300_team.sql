-- migrate:up
-- People who act for an account, and addresses that are invited to (docs/design/accounts.md, "Team").
create table team_grants (
  id uuid primary key default uuid_v7(),
  -- The account.
  owner_id integer not null references users,
  role text not null,
  -- The homes that it is for; null: all of the account.
  property_ids uuid[] check (cardinality(property_ids) > 0),
  -- The person; null: nobody has accepted yet.
  user_id integer references users,
  -- Columns of an open invitation.
  email text,
  key_hash bytea unique,
  expires_at timestamptz,
  invited_by integer references users,
  created_at timestamptz not null default now(),
  unique (owner_id, user_id),
  unique (owner_id, email),
  check (num_nonnulls(user_id, email) = 1 and num_nulls(email, key_hash, expires_at, invited_by) in (0, 4))
);
create index team_grants_user on team_grants (user_id);
create index team_grants_email on team_grants (email);
create index team_grants_inviter on team_grants (invited_by);

create trigger team_grants_audited after insert or update or delete on team_grants for each row
  execute function audit_row('team', '{role,property_ids,user_id}');

insert into notification_types (name) values ('member_joined');

-- migrate:down
delete from notifications where type = 'member_joined';
delete from notification_types where name = 'member_joined';
drop table team_grants;
