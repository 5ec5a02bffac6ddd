-- The collection of a stay's price. `is_here`: a channel's stay counts only if a payment was asked for. `collector` is null for other stays, and where it is unknown.
-- A channel manager that does not name it means the property, and an imported stay is as its file says. PostgreSQL inlines this.
create or replace function collection_of_stay(r reservations) returns table (is_here boolean, collector text) language sql stable parallel safe as $$
  select r.source <> 'channel' or exists (
      select from payments m where m.reservation_id = r.id and payment_is_of_price(m.kind) and m.status <> 'cancelled'),
    case
      when r.source <> 'channel' then null
      when r.collected_by is not null then r.collected_by
      when not exists (select from imported_stays i where i.reservation_id = r.id) then 'property' end
$$;
