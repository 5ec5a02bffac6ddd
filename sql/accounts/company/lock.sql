-- Locks the company of an account and returns its logo. The caller has locked the account, which a company that does not exist yet needs.
-- optional
select logo from companies where owner_id = :owner_id for update
