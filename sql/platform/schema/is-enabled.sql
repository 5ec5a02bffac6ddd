-- Asks if a release is enabled, and no node of an earlier one is left.
-- one
-- not null: is_enabled
select exists (select from enabled_releases where release = :release) as is_enabled
