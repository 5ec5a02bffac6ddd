-- The most comes first.
-- part of: page, priced-page
desc
