-- migrate:up
-- Since when a sign-in needs a second factor; null: it does not.
alter table users add column second_factor_at timestamptz;

-- migrate:down
alter table users drop column second_factor_at;
