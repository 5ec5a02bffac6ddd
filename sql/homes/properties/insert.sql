-- A new home; the demo gives its own an id.
-- one
-- nullable: :id
insert into properties (id, owner_id,
  -- one of: columns
) values (coalesce(:id::uuid, uuid_v7()), :owner_id,
  -- one of: values
)
returning id
