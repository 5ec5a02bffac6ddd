-- migrate:up
-- People who help an owner with a home (docs/design/members.md).
create type home_right as enum ('calendar', 'reservations', 'messages', 'money', 'manage');

create table property_members (
  property_id uuid not null references properties,
  user_id integer not null references users,
  rights home_right[] not null check (cardinality(rights) > 0),
  created_at timestamptz not null default now(),
  primary key (property_id, user_id)
);
create index property_members_user on property_members (user_id);

create table member_invitations (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties,
  email text not null,
  rights home_right[] not null check (cardinality(rights) > 0),
  key_hash bytea not null unique,
  invited_by integer not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  unique (property_id, email)
);
create index member_invitations_inviter on member_invitations (invited_by);
create index member_invitations_email on member_invitations (email);

-- What somebody may do in a home: its owner everything.
create function rights_of(person integer, home uuid) returns home_right[] language sql stable
return case
  when exists (select from properties p where p.id = home and p.owner_id = person) then enum_range(null::home_right)
  else coalesce((select m.rights from property_members m where m.property_id = home and m.user_id = person), '{}')
end;

create function may(person integer, home uuid, wanted home_right) returns boolean language sql stable
return wanted = any (rights_of(person, home));

-- The homes where somebody may do something; null: anything.
create function homes_of(person integer, wanted home_right) returns uuid[] language sql stable
return array(
  select p.id from properties p where p.owner_id = person
  union all
  select m.property_id from property_members m where m.user_id = person and (wanted is null or wanted = any (m.rights)));

create trigger property_members_audited after insert or update or delete on property_members for each row execute function audit_row('member', '{rights}', 'user_id');
create trigger member_invitations_audited after insert or update or delete on member_invitations for each row execute function audit_row('member_invitation', '{rights}');

insert into notification_types (name) values ('member_joined');

-- migrate:down
delete from notifications where type = 'member_joined';
delete from notification_types where name = 'member_joined';
drop function homes_of(integer, home_right), may(integer, uuid, home_right), rights_of(integer, uuid);
drop table member_invitations, property_members;
drop type home_right;
