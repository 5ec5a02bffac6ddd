-- Deletes the mails to the addresses of an account, present, earlier and to come, that wait, were sent or failed for good,
-- and the sent ones to others that may name its person.
delete from pgboss.job j using users u
where u.id = :user_id and j.state <> 'active' and (
  lower(j.data ->> 'to') in (
    select lower(u.email)
    union all select lower(email) from account_undos where user_id = :user_id
    union all select lower(email) from email_verifications where user_id = :user_id)
  or (j.state = 'completed' and j.name like 'mail.%' and strpos(j.data ->> 'content', u.first_name) > 0))
