-- Notifications that are not hidden, of types that this release can read. An infinite `hidden_at` hides a type from nodes of earlier
-- releases, which do not filter by type (migrations/20261129000100_notifications.readable.sql).
-- part of: count-unread, hide, list, mark-all-read, mark-read
and (hidden_at is null or not isfinite(hidden_at)) and type = any (:types::text[])
