-- Times are of UTC.
create or replace function audit_of_month(month date) returns text language sql immutable return 'audit_entries_' || to_char(month, 'YYYYMM');
