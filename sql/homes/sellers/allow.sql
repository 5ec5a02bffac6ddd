-- Switches documents or cash on for a seller, although the law of its country says off, and notes by whose word. No row for an unknown prefix.
-- optional
-- not null: :said_by
update sellers
set documents_allowed_by = case when :subject = 'documents' then :said_by else documents_allowed_by end,
  cash_allowed_by = case when :subject = 'cash' then :said_by else cash_allowed_by end
where prefix = :prefix
returning id, name
