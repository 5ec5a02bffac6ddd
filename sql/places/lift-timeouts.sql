-- What follows in this transaction may take as long as it needs: on a busy machine the cities take minutes.
-- not null: lifted
select set_config(name, '0', true) is not null as lifted
from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name
