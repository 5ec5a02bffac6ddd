-- Notes that committed work was lost after a time.
insert into database_losses (epoch, reason, survived_at) values (:epoch, :reason, :survived_at)
