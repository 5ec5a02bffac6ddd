-- Says that the provider was asked for the days before as well.
update database_losses set completed_at = now() where epoch = :epoch
