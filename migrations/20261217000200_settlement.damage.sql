-- migrate:up
-- Supplements for damage, and when the bill of a supplement was mailed.
alter table supplements add column is_damage boolean not null default false, add column mailed_at timestamptz;

-- migrate:down
alter table supplements drop column is_damage, drop column mailed_at;
