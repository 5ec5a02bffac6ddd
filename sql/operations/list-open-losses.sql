-- Losses for which the payment provider has still to be asked, oldest first.
-- nullable: reconciled_at
select epoch, survived_at, documents_seen, reconciled_at from database_losses where completed_at is null order by epoch
