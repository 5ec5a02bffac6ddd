-- Tasks of a person.
-- part of: list
and t.assignee_id = :assignee_id
