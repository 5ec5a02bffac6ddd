-- Takes a name out of notifications, and the files, which are gone.
update notifications n set content = n.content || given.change, data = n.data - 'attachment'
from unnest(:ids::bigint[]) as given_id
cross join (select :change::jsonb as change) given
where n.id = given_id
