-- migrate:up
-- The address of a guest without an account that is proved (docs/security.md, "Proved addresses"), the one before it was first changed, and the
-- scopes of who typed it: a link that is mailed to it opens no more. null: everything. Nodes of 0.2 write none of them: an address that they
-- change is another one than the proved one.
drop trigger contacts_told on contacts;
alter table contacts add column proved_email text, add column previous_email text, add column email_scopes text[];
update contacts c set proved_email = c.email
from reservations r
where r.contact_id = c.id and c.email is not null
  and exists (
    select from payments p join receipts a on a.payment_id = p.id
    where p.reservation_id = r.id and a.status = 'applied' and a.method = 'card');
create constraint trigger contacts_told after update on contacts deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{plain_name,departs_on,proved_email,previous_email,email_scopes}'))
  execute function event_of_contact();
drop index contacts_reachable;
create index contacts_reachable on contacts (departs_on)
  where email is not null or phone is not null or proved_email is not null or previous_email is not null;

-- Marks of what came by a link that the company may have fetched: it could be its own words.
alter table change_requests add column by_company_link boolean not null default false;
alter table reservation_events add column by_company_link boolean not null default false;

-- migrate:down
alter table reservation_events drop column by_company_link;
alter table change_requests drop column by_company_link;
drop trigger contacts_told on contacts;
drop index contacts_reachable;
alter table contacts drop column proved_email, drop column previous_email, drop column email_scopes;
create index contacts_reachable on contacts (departs_on) where email is not null or phone is not null;
create constraint trigger contacts_told after update on contacts deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{plain_name,departs_on}')) execute function event_of_contact();
