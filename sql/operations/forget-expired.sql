-- Housekeeping: revocations, codes, quotes, keys and payloads that no longer mean anything.
with tokens as (delete from revoked_tokens where expires_at < now()),
  verifications as (delete from email_verifications where expires_at < now() - interval '7 days'),
  old_quotes as (delete from quotes where expires_at < now() - interval '1 day'),
  keys as (delete from idempotency_keys where created_at < now() - interval '1 day')
delete from realtime_payloads where created_at < now() - interval '10 minutes'
