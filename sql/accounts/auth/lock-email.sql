-- Serialises sign-ins with one address, so that two at once create one account.
select from pg_advisory_xact_lock(hashtextextended('e-mail ' || lower(:email::text), 0))
