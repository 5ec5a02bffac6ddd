-- Documents that were issued on a day or earlier, where their seller is.
-- part of: list-documents
and (doc.issued_at at time zone (doc.seller ->> 'timezone'))::date <= :to
