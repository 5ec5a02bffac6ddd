create or replace function nights_of(days datemultirange) returns integer language sql immutable
return (select coalesce(sum(upper(one) - lower(one)), 0)::integer from unnest(days) one);
