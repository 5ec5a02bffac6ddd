-- A guest's search: part of the name of a home, or the number of a reservation.
-- part of: filters
and (r.id = :number or normalize_text(p.title) like containing(:q))
