-- migrate:up
-- Marks of what came by a link that the company may have fetched: it could be its own words.
alter table travellers add column by_company_link boolean not null default false;

-- migrate:down
alter table travellers drop column by_company_link;
