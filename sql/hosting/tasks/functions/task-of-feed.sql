create or replace function task_of_feed() returns trigger language plpgsql as $$
begin
  perform tasks_follow_feeds(case tg_op when 'DELETE' then old.property_id else new.property_id end);
  return null;
end $$;
