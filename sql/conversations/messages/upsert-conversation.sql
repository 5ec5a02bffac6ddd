-- The conversation of two people, made when there is none, and locked until the end of the transaction.
-- one
-- nullable: :property_id
-- not null: is_new
insert into conversations as c (low_id, high_id, property_id)
values (least(:sender_id::bigint, :receiver_id::bigint), greatest(:sender_id, :receiver_id), :property_id)
on conflict (low_id, high_id) do update set property_id = coalesce(excluded.property_id, c.property_id)
returning id, xmax = 0 as is_new
