-- Keeps which database this is.
insert into installation (identity) values (:identity)
on conflict (only_row) do update set identity = excluded.identity, updated_at = now()
