-- migrate:up
-- Companies of accounts as guests read them: on mails, pages and documents (docs/company.md).
create table companies (
  owner_id bigint primary key references users,
  name text not null check (char_length(name) between 1 and 100),
  -- Path of a file of the storage.
  logo text,
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  site text check (char_length(site) <= 2048),
  reply_to text check (char_length(reply_to) <= 255),
  legal text check (char_length(legal) <= 500),
  updated_at timestamptz not null default now()
);
create trigger companies_audited after insert or update or delete on companies for each row
  execute function audit_row('company.changed', '{name,logo,colour,site,reply_to,legal}', 'owner_id');

-- migrate:down
drop table companies;
