-- Months belong to the owner of the audit, also where an administrator of the server has caused them: the documented dump, and the retention, are made by the role of the
-- service.
create or replace function audit_add_months() returns void language plpgsql as $$
declare
  present constant date := date_trunc('month', now() at time zone 'UTC')::date;
  keeper constant name := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = 'audit_entries'::regclass);
  month date;
begin
  perform pg_advisory_xact_lock(hashtextextended('months of the audit', 0));
  foreach month in array array[present, (present + interval '1 month')::date] loop
    continue when to_regclass(audit_of_month(month)) is not null;
    execute format('create table %I partition of audit_entries for values from (%L) to (%L)', audit_of_month(month),
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    if keeper <> current_user then
      execute format('alter table %I owner to %I', audit_of_month(month), keeper);
    end if;
  end loop;
end $$;
