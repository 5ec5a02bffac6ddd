-- migrate:up
-- Opens the link of a mail that ends mails of its kind, without a login. It changes nothing else and never ends.
alter table users add column mail_key uuid not null default gen_random_uuid();
create unique index users_mail_key on users (mail_key);

alter type notification_type add value if not exists 'review_reminder';

-- Stays that were completed lately, whose guests may still review them.
create index reservations_completed on reservations (check_out, id) where status = 'completed';

-- migrate:down
drop index reservations_completed;
-- Values of an enum cannot be removed; the value stays, and nothing writes it.
alter table users drop column mail_key;
