-- Writes other texts into notifications, whose files are gone.
update notifications n set title = given.title, message = given.message, data = n.data - 'attachment'
from unnest(:ids::integer[], :titles::text[], :messages::text[]) as given (id, title, message)
where n.id = given.id
