-- Gives an account these recovery codes, and no others.
with gone as (delete from recovery_codes where user_id = :user_id)
insert into recovery_codes (user_id, code_hash) select :user_id, decode(hash, 'hex') from unnest(:hashes::text[]) hash
