-- Deletes the mails to some addresses that wait, were sent or failed for good, and the sent ones to others that may name a person.
delete from pgboss.job j
where j.state <> 'active' and (
  lower(j.data ->> 'to') = any (:addresses::text[])
  or (j.state = 'completed' and j.name like 'mail.%' and strpos(j.data ->> 'content', :first_name) > 0))
