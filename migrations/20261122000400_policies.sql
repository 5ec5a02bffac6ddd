-- migrate:up
create type policy_type as enum
  ('terms', 'sales_terms', 'privacy', 'cookies', 'cancellation', 'refund', 'house_rules', 'host_agreement');
create type policy_status as enum ('draft', 'published', 'archived');

create table policies (
  id integer generated always as identity primary key,
  type policy_type not null,
  locale locale not null,
  version integer not null check (version >= 1),
  title text not null,
  content text not null,
  is_mandatory boolean not null default true,
  status policy_status not null default 'draft',
  effective_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (type, locale, version)
);
-- At most one published text per type and language.
create unique index policies_one_published on policies (type, locale) where status = 'published';

-- A text that users have accepted must not change.
create function policies_keep_published_text() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.title, new.content, new.type, new.locale, new.version) is distinct from
      (old.title, old.content, old.type, old.locale, old.version) then
    raise exception 'the text of a published policy is immutable' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger policies_immutable before update on policies
  for each row execute function policies_keep_published_text();

create table policy_acceptances (
  user_id integer not null references users,
  policy_id integer not null references policies,
  version integer not null,
  content_hash bytea not null,
  accepted_at timestamptz not null default now(),
  -- The address and the browser are erased with the account.
  ip inet,
  user_agent text,
  primary key (user_id, policy_id)
);

-- migrate:down
drop table policy_acceptances;
drop table policies;
drop function policies_keep_published_text();
drop type policy_status;
drop type policy_type;
