-- migrate:up
-- Marks of what came by a link that the company may have fetched: it could be its own words.
alter table stay_messages add column by_company_link boolean not null default false;

-- migrate:down
alter table stay_messages drop column by_company_link;
