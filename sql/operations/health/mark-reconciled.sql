-- Says that the provider was asked what was lost, and which numbers of documents are not given out any more.
update database_losses set reconciled_at = now(), documents_lost = :documents_lost where epoch = :epoch and reconciled_at is null
