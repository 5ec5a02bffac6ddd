-- The start of the server; a fixed moment where the provider hides it.
create or replace function server_started_at() returns timestamptz language plpgsql stable as $$
begin
  return pg_postmaster_start_time();
exception when insufficient_privilege or undefined_function or feature_not_supported then return timestamptz 'epoch';
end $$;
