-- The bits of amenities; null if one of them does not exist.
create or replace function amenity_bits(wanted text[]) returns bigint language sql stable parallel safe
  return (
    select case when count(*) = (select count(distinct name) from unnest(wanted) name) then coalesce(bit_or(1::bigint << bit), 0) end
    from amenities where id = any (wanted));
