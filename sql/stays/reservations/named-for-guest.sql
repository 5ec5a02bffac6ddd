-- A guest's search: part of the name of a home, or the number of a reservation.
-- part of: list
and (r.id::text = :q or normalize_text(p.title) like (select containing(:q)))
