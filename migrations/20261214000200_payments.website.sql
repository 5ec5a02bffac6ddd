-- migrate:up
-- The page that a checkout of a website returns to, and holds that end without regard to their checkout (docs/design/domain.md, "Booking by hand").
alter table payments add column return_url text, add column is_brief boolean not null default false;

-- migrate:down
alter table payments drop column return_url, drop column is_brief;
