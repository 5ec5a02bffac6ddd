-- Keeps which database this is.
insert into installation (database_id) values (:database_id)
on conflict (only_row) do update set database_id = excluded.database_id, updated_at = now()
