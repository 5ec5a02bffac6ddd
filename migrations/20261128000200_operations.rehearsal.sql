-- migrate:up
-- Whether the last start on this database was a rehearsal (REHEARSAL).
alter table installation add column is_rehearsal boolean not null default false;

-- migrate:down
alter table installation drop column is_rehearsal;
