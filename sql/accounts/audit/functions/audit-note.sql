-- Writes an entry of the person for whom the transaction works (src/platform/db/client.ts).
create or replace function audit_note(action text, object_id text, property_id uuid, owner_id bigint, data jsonb) returns void language plpgsql as $$
declare actor constant jsonb := nullif(current_setting('sejour.actor', true), '')::jsonb;
begin
  -- Housekeeping makes months before they begin; after a long pause nobody has.
  if to_regclass(audit_of_month(date_trunc('month', now() at time zone 'UTC')::date)) is null then
    perform audit_add_months();
  end if;
  insert into audit_entries (action, object_id, property_id, owner_id, actor_id, actor_role, data, address, device)
  values ($1, $2, $3, coalesce($4, (select p.owner_id from properties p where p.id = $3)), (actor ->> 'id')::bigint,
    (actor ->> 'role')::user_role, $5, actor ->> 'address', actor ->> 'device');
end $$;
