-- Notes a row that is written: its action (where that has no dot, with what happened to it), the columns that tell what changed, those of them that
-- are secrets, and the column that names the object.
create or replace function audit_row() returns trigger language plpgsql as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  subject constant jsonb := coalesce(after, before);
  secrets constant text[] := '{secret,calendar_token,sealed,texts,wifi}';
  changes jsonb;
  home uuid := (subject ->> 'property_id')::uuid;
begin
  select jsonb_object_agg(name, case when name = any (secrets) then '[]'::jsonb
    else jsonb_build_array(left(before ->> name, 500), left(after ->> name, 500)) end)
  into changes
  from unnest(tg_argv[1]::text[]) name
  where before -> name is distinct from after -> name;
  if changes is null then return null; end if;
  if tg_table_name = 'properties' then
    home := (subject ->> 'id')::uuid;
  elsif tg_table_name in ('refunds', 'receipts') then
    select r.property_id into home from payments p join reservations r on r.id = p.reservation_id where p.id = (subject ->> 'payment_id')::bigint;
  elsif tg_table_name = 'supplements' then
    select r.property_id into home from reservations r where r.id = (subject ->> 'reservation_id')::bigint;
  elsif tg_table_name = 'comment_moderations' then
    select c.property_id into home from comments c where c.id = (subject ->> 'comment_id')::bigint;
  end if;
  perform audit_note(
    case when strpos(tg_argv[0], '.') > 0 then tg_argv[0]
      else tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end end,
    subject ->> coalesce(tg_argv[2], 'id'), home, (subject ->> 'owner_id')::bigint, changes);
  return null;
end $$;
