-- migrate:up
-- The address to be verified where it is not the account's own yet; it becomes so with the verification.
alter table email_verifications add column email text;

-- migrate:down
alter table email_verifications drop column email;
