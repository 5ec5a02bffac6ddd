-- Writes all fields of a home, as src/homes/properties/write.ts merged them under a lock.
update properties set updated_at = now(), (
  -- one of: columns
) = row (
  -- one of: values
)
where id = :property_id
returning id
