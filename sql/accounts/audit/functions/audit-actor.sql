-- Actor of the transaction (src/platform/db/client.ts); null: the service itself, or an operator.
create or replace function audit_actor() returns jsonb language sql stable return nullif(current_setting('sejour.actor', true), '')::jsonb;
