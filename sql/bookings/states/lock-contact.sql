-- Contact details of a guest without an account, locked until the end of the transaction. In a statement of its own, after the lock of the
-- stay: one that waits for a lock sees the rows that it joins as they were before.
-- optional
-- nullable: first_name, last_name, email, phone, language, country, email_scopes
select id as contact_id, name, first_name, last_name, email, phone, language, country_id as country, email_scopes
from contacts where id = :contact_id for update
