-- Losses for which the payment provider has still to be asked, the one from which the least is left first.
-- nullable: reconciled_at
select epoch, survived_at, documents_seen, reconciled_at from database_losses where completed_at is null order by survived_at, epoch
