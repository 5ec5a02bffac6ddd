-- Serialises sign-ins with one address, so that two at once create one account.
-- one
-- not null: locked
select pg_advisory_xact_lock(hashtextextended('e-mail ' || lower(:email::text), 0)) is not null as locked
