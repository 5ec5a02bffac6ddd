-- migrate:up
-- Copies of the notifications of an account for the members of its team (docs/design/accounts.md, "Acting for an account").
-- The account of a copy; null: the user's own notification.
alter table notifications add account_id integer references users on delete cascade;
create index notifications_copies on notifications (account_id, dedupe_key) where account_id is not null;

-- migrate:down
delete from notifications where account_id is not null;
alter table notifications drop column account_id;
