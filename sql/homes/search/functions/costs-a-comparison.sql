-- Always true. PostgreSQL expects `<%` of pg_trgm to cost as little as comparing integers, but it costs hundreds of times as much. This function
-- adds that cost, so that PostgreSQL avoids plans that compare every text.
create or replace function costs_a_comparison(compared text) returns boolean language plpgsql stable parallel safe cost 500 as $$
begin
  return true;
end;
$$;
