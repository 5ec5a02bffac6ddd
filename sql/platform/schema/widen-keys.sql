-- Widens the keys of a table to 64 bits, which rewrites it under a lock.
-- nothing
select set_key_type(name, columns, 'bigint'), renew_functions() from narrow_keys() where name = :table::text::regclass
