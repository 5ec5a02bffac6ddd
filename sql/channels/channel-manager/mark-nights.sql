-- Marks nights of a home for its rooms at the channel manager.
-- not null: marked
select channel_mark(:property_id, datemultirange(daterange(:check_in, :check_out)), '{availability}') is null as marked
