-- Losses of the database, newest first.
-- nullable: reconciled_at
select epoch, reason, found_at, survived_at, documents_lost, reconciled_at from database_losses order by epoch desc limit 20
