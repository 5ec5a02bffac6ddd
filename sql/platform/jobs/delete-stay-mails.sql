-- Deletes the mails with the link of one of some stays to their guest, and the sent ones to others that name the guest of one of them.
delete from pgboss.job j
where j.state <> 'active' and j.name like 'mail.%' and (
  lower(j.data ->> 'to') = any (:addresses::text[])
    and exists (select from unnest(:reservation_ids::text[]) id where strpos(j.data::text, '/stay/' || id || '.') > 0)
  or j.state = 'completed'
    and exists (select from unnest(:names::text[]) name where char_length(name) > 1 and strpos(coalesce(j.data ->> 'content', j.data ->> 'all'), name) > 0))
