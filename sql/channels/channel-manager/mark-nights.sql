-- Marks nights of a home for its rooms at the channel manager.
-- reads: properties: `channel_mark` locks the home first, as every change of its days does
-- not null: marked
select channel_mark(:property_id, datemultirange(daterange(:check_in, :check_out)), '{availability}') is null as marked
