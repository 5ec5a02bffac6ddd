-- Removes the time limits of this transaction: on a busy machine loading the cities takes minutes.
-- not null: lifted
select set_config(name, '0', true) is not null as lifted
from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name
