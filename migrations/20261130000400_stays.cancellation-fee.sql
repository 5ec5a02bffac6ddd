-- migrate:up
-- The fee of a stay that its channel has cancelled; null: none, or unknown.
alter table reservations add column cancellation_fee_cents bigint;

-- Tourist tax of a stay of a channel beside its total: `excluded`, which the guest owes, or `withheld`, which the channel collects.
create function tourist_tax_beside(quote jsonb, part text) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint
  from jsonb_array_elements(quote -> part) line where line ->> 'code' = 'tourist_tax'
$$;

drop trigger reservations_told on reservations;
create trigger reservations_told after update on reservations for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{quote_id,quote,status,cancelled_by,cancelled_at,message,balance_made,hold_expires_at,arrival_access,link_version,shares_code,updated_at}'))
  execute function event_of_stay('{id,property_id,guest_id,check_in,check_out,adults,children,infants,source,ota_name,ota_reservation_code,total_cents,currency,labels,expected_arrival,remarks,commission_cents,cancellation_fee_cents,collected_by,continues,created_at}');

-- migrate:down
drop trigger reservations_told on reservations;
create trigger reservations_told after update on reservations for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{quote_id,quote,status,cancelled_by,cancelled_at,message,balance_made,hold_expires_at,arrival_access,link_version,shares_code,updated_at}'))
  execute function event_of_stay('{id,property_id,guest_id,check_in,check_out,adults,children,infants,source,ota_name,ota_reservation_code,total_cents,currency,labels,expected_arrival,remarks,commission_cents,collected_by,continues,created_at}');
drop function tourist_tax_beside(jsonb, text);
alter table reservations drop column cancellation_fee_cents;
