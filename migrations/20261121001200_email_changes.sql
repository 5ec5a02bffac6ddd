-- migrate:up
-- The new address during a change of address; the verification makes it the address of the account.
alter table email_verifications add column email text;

-- migrate:down
alter table email_verifications drop column email;
