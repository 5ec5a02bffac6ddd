-- Writes that somebody took the archive of an account, or made an address for it.
-- reads: properties: an entry about a home is its owner's; this one names none
select audit_note('archive.created'::text, :owner_id::bigint::text, null::uuid, :owner_id::bigint, null::jsonb)
