-- Gives the keys of a table 64 bits. It is rewritten and locked meanwhile.
-- nothing
select set_key_type(name, columns, 'bigint'), renew_functions() from narrow_keys() where name = :table::text::regclass
