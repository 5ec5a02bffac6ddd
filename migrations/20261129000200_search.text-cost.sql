-- migrate:up
-- Always true. PostgreSQL takes comparing texts for similarity to be as cheap as comparing integers, but it is hundreds of times dearer. This
-- function has that cost, so a plan that compares every text is expected to be slow.
create function costs_a_comparison(compared text) returns boolean language plpgsql stable parallel safe cost 500 as $$
begin
  return true;
end;
$$;

-- migrate:down
drop function costs_a_comparison(text);
