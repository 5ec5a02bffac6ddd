-- Returns the company of an account.
-- optional
select name, logo, colour, site, reply_to, legal from companies where owner_id = :owner_id
