create or replace function event_of_task() returns trigger language plpgsql as $$
declare
  task constant tasks := case tg_op when 'DELETE' then old else new end;
begin
  perform event_note(
    'task.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end, task.id::text, task.property_id, null,
    case tg_op when 'UPDATE' then event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[])
      when 'DELETE' then (select jsonb_object_agg(name, to_jsonb(old) -> name) from unnest(tg_argv[0]::text[]) name) end);
  return null;
end $$;
